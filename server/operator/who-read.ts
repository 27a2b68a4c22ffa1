import { asOwner } from './as-owner.ts'
import { childrenNamed } from './child-words.queries.ts'
import { type Command, isOutputClosed, needed, OutputClosed, readMoment, readPhone } from './command.ts'
import { readingsBetween } from './operator.queries.ts'

export const whoRead: Command = {
  usage: '--from MOMENT --to MOMENT [--student CODE] [--person PHONE]',
  summary: 'Lists who read the records of which students between two moments, as CSV',
  help: 'A moment is such as 2026-11-22T09:30:00Z. The lines name children: keep them as carefully as the database.',
  options: { from: 'text', to: 'text', student: 'text', person: 'text' },
  words: 0,
  run: ({ options }) => {
    const { from, to, student, person } = options as Record<string, string | undefined>
    const between = {
      from: readMoment(needed(from, '--from')),
      to: readMoment(needed(to, '--to')),
      phone: person ? readPhone(person) : null,
    }
    return asOwner(async (client) => {
      // All entries of a child, including those that were merged since.
      const studentIds = student ? (await childrenNamed(client, student)).flatMap(({ ids }) => ids) : null
      await put(['at,person,phone,operation,school,student,code'])
      for await (const readings of readingsBetween(client, { ...between, studentIds }))
        await put(readings.map(({ at, ...rest }) => [at.toISOString(), ...Object.values(rest)].map(quoted).join(',')))
      return null
    })
  },
}

/** Prints lines; resolves when the reader has accepted them. */
const put = (lines: string[]) =>
  new Promise<void>((taken, failed) =>
    process.stdout.write(lines.map((line) => `${line}\n`).join(''), (problem) => {
      if (problem) failed(isOutputClosed(problem) ? new OutputClosed() : problem)
      else taken()
    }),
  )

// A spreadsheet would take some first characters for a formula.
const quoted = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
