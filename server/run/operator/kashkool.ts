import { administrator } from './administrator.ts'
import { backup, restoring } from './backups.ts'
import { childErasure } from './child-erasure.ts'
import { childExport } from './child-export.ts'
import { type Command, FoundWrong, OutputClosed, readCall, WrongUsage } from './command.ts'
import { numberLost } from './number-lost.ts'
import { roleConfirmation } from './confirm-role.ts'
import { connectionList } from './connections.ts'
import { dialogue } from './dialogue.ts'
import { sessionsEnd } from './end-sessions.ts'
import { healthCheck } from './health-check.ts'
import { failureOf } from './failures.ts'
import { migration } from './migration.ts'
import { newPassword } from './new-password.ts'
import { secretReplacement } from './new-secret.ts'
import { put } from './output.ts'
import { schoolExport } from './school-export.ts'
import { schoolRecovery } from './school-recovery.ts'
import { secondFactorEnrolment } from './second-factor.ts'
import { signInOpening } from './sign-in-open.ts'
import { verification } from './verify.ts'
import { whoRead } from './who-read.ts'

/** Every command by its name, in the order of the help. */
export const commands: Record<string, Command> = {
  administrator,
  'second-factor': secondFactorEnrolment,
  password: newPassword,
  'end-sessions': sessionsEnd,
  'number-lost': numberLost,
  'recover-school': schoolRecovery,
  'sign-in-open': signInOpening,
  'confirm-role': roleConfirmation,
  'new-secret': secretReplacement,
  migrate: migration,
  backup,
  restore: restoring,
  verify: verification,
  'export-school': schoolExport,
  'export-child': childExport,
  'erase-child': childErasure,
  'who-read': whoRead,
  connections: connectionList,
  health: healthCheck,
}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, foundWrong: 3, outputClosed: 141 } as const

const helpWords = new Set(['help', '--help', '-h'])

/** Runs the command of a command line; returns its exit code. Results go to the output, errors to the error output. */
export async function kashkool(args: string[]): Promise<number> {
  // Without listeners, the process would end at once with the database still open. Results are written by `put`, which throws.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const [name = 'help', ...rest] = args
  const about = helpWords.has(name) ? (rest[0] ?? 'help') : name
  const command = Object.hasOwn(commands, about) ? commands[about] : undefined
  try {
    if (helpWords.has(about)) await put([list()])
    else if (!command) return wrong(`There is no command "${about}".`, list())
    else if (about !== name || rest.includes('--help') || rest.includes('-h')) await put([helpOf(about, command)])
    else await run(command, rest)
    return exitCodes.done
  } catch (problem) {
    if (problem instanceof WrongUsage) return wrong(problem.message, helpOf(about, command!))
    if (problem instanceof OutputClosed) return exitCodes.outputClosed
    console.error(failureOf(problem))
    return problem instanceof FoundWrong ? exitCodes.foundWrong : exitCodes.failed
  }
}

async function run(command: Command, args: string[]) {
  const { ask, close } = dialogue()
  try {
    const result = await command.run({ ...readCall(command, args), ask })
    if (result !== null) await put([result])
  } finally {
    close()
  }
}

function wrong(sentence: string, help: string) {
  console.error(`${sentence}\n\n${help}`)
  return exitCodes.wrongUsage
}

function list() {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  return [
    'npm run kashkool -- COMMAND …',
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'npm run kashkool -- help COMMAND says more. All work while Kashkool runs, but restore and new-secret.',
    'Exit codes: 0 done, 1 could not be done, 2 wrong usage, 3 something verified is not as it should be, 141 what reads the output closed it.',
  ].join('\n')
}

function helpOf(name: string, { usage, summary, help }: Command): string {
  return [`npm run kashkool -- ${name} ${usage}`.trimEnd(), '', summary, ...(help ? ['', help] : [])].join('\n')
}
