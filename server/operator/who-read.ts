import { asOwner } from './as-owner.ts'
import { type Command, needed, readMoment, readPhone } from './command.ts'
import { readingsBetween } from './operator.queries.ts'

export const whoRead: Command = {
  usage: '--from MOMENT --to MOMENT [--student CODE] [--person PHONE]',
  summary: 'Lists who read the records of which students between two moments, as CSV',
  help: 'A moment is such as 2026-11-22T09:30:00Z. The lines name children: keep them as carefully as the database.',
  options: { from: 'text', to: 'text', student: 'text', person: 'text' },
  words: 0,
  run: ({ options }) => {
    const { from, to, student, person } = options as Record<string, string | undefined>
    const asked = {
      from: readMoment(needed(from, '--from')),
      to: readMoment(needed(to, '--to')),
      code: student ?? null,
      phone: person ? readPhone(person) : null,
    }
    return asOwner(async (client) => {
      const readings = await readingsBetween(client, asked)
      const lines = readings.map(({ at, ...rest }) => [at.toISOString(), ...Object.values(rest)].map(quoted).join(','))
      return ['at,person,phone,operation,school,student,code', ...lines].join('\n')
    })
  },
}

// A table program would take some beginnings for a formula.
const quoted = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
