import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CannotStart } from '#server/base/cannot-start.ts'

/** Asks the operator, in a terminal or with answers from a pipe. A secret answer is not shown. */
export function dialogue() {
  let silent = true
  const echo = new Writable({
    write(chunk, _, done) {
      if (!silent) process.stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output: echo, terminal: process.stdin.isTTY })
  lines.on('SIGINT', () => process.exit(130))
  const answers = lines[Symbol.asyncIterator]()

  async function ask(question: string, secret = false) {
    process.stdout.write(question)
    silent = secret
    const { value, done } = await answers.next()
    silent = true
    if (secret || !process.stdin.isTTY) process.stdout.write('\n')
    if (done) throw new CannotStart('Nothing was answered.')
    return value
  }
  return { ask, close: () => lines.close() }
}
