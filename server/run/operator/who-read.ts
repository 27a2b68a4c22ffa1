import { idByPhone } from '#server/platform/identity/administrator.queries.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { connected } from '#server/db/connected.ts'
import { asOwner } from './as-owner.ts'
import { childrenNamed } from './child-words.queries.ts'
import { type Command, needed, readStudent, readMoment, phoneTyped, WrongUsage } from './command.ts'
import { readingsBetween } from './operator.queries.ts'
import { put } from './output.ts'

export const whoRead: Command = {
  usage: '--from MOMENT --to MOMENT [--student CODE] [--person PHONE]',
  summary: 'Lists who read the records of which students between two moments, as CSV',
  help: [
    '--from, --to     such as 2026-11-22T09:30:00Z, or 2026-11-22T11:30+02:00; without a time zone they are UTC, not the time of Cairo',
    '--student CODE   only this child, by id or code, with all entries that were merged',
    '--person PHONE   only what this person read',
    'The lines name children: keep them as carefully as the database.',
  ].join('\n'),
  options: { from: 'text', to: 'text', student: 'text', person: 'text' },
  words: 0,
  run: ({ options }) => {
    const { from, to, student, person } = options as Record<string, string | undefined>
    const between = {
      from: readMoment(needed(from, '--from')),
      to: readMoment(needed(to, '--to')),
      phone: person ? phoneTyped(person) : null,
    }
    if (between.from >= between.to) throw new WrongUsage('--to must be later than --from.')
    return asOwner(async (client) => {
      // An empty list must mean that nobody read, not that the number or the code was mistyped.
      if (between.phone && !(await idByPhone(connected(client), between.phone)))
        throw new CannotStart(`There is no account with the phone number ${between.phone}.`)
      // All entries of a child, including those that were merged since.
      const children = student ? await childrenNamed(client, readStudent(student)) : null
      if (children?.length === 0) throw new CannotStart('There is no student with that id or code.')
      const studentIds = children?.flatMap(({ ids }) => ids) ?? null
      await put(['at,person,phone,operation,school,student,code'])
      for await (const readings of readingsBetween(client, { ...between, studentIds }))
        await put(readings.map(({ at, ...rest }) => [at.toISOString(), ...Object.values(rest)].map(quoted).join(',')))
      return null
    })
  },
}

// A spreadsheet would take some first characters for a formula.
export const quoted = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
