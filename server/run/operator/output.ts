import { isOutputClosed, OutputClosed } from './command.ts'

/** Prints lines; resolves when the reader has accepted them. Throws OutputClosed. */
export const put = (lines: string[]) =>
  new Promise<void>((taken, failed) =>
    process.stdout.write(lines.map((line) => `${line}\n`).join(''), (problem) => {
      if (problem) failed(isOutputClosed(problem) ? new OutputClosed() : problem)
      else taken()
    }),
  )
