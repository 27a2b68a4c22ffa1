import { spawnSync } from 'node:child_process'

/** Whether a program is installed here; the proof also runs with those that are. */
export const isInstalled = (program: string) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined
