import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { operator } from './bundles.ts'

export type OperatorCall = {
  /** The settings of the process. */
  settings: Record<string, string>
  /** What is typed. Left out: nothing, and the input is closed at once. */
  input?: string
  /** Where the output goes: read here, or a file descriptor. */
  output?: 'pipe' | number
  /** Closes the pipe of the output before anything is written. */
  closesOutput?: boolean
}

/** Runs one command of the operator in a process of its own, beside others; gives its exit code, its output and its error output. */
export async function operatorCall(
  args: string[],
  { settings, input = '', output = 'pipe', closesOutput = false }: OperatorCall,
) {
  const child = spawn(process.execPath, [...operator, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['pipe', output, 'pipe'],
    timeout: 240_000,
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  if (closesOutput) child.stdout!.destroy()
  child.stdin!.on('error', () => {})
  child.stdin!.end(input)
  const [said, errors] = await Promise.all([
    child.stdout && !closesOutput ? text(child.stdout) : '',
    text(child.stderr!),
  ])
  return { code: await ended, output: said, errors }
}
