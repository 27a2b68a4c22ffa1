import { daysFrom } from '#server/base/days.ts'

/** One or several whole days, as a calendar program shows them. `changedAt` is an instant. */
export type IcalEvent = {
  id: string
  name: string
  category: string
  fromDay: string
  toDay: string
  version: number
  changedAt: string
}

/**
 * A calendar in the format of RFC 5545. Its days have no time zone and no hour, so summer time does not move them. `refresh`
 * says how often a program may read it again.
 */
export function icalOf(name: string, timeZone: string, events: readonly IcalEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kashkool//School calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const eventLines = ({ id, name, category, fromDay, toDay, version, changedAt }: IcalEvent) => [
  'BEGIN:VEVENT',
  `UID:${id}@kashkool`,
  `DTSTAMP:${changedAt.replace(/[-:]|\.\d+/g, '')}`,
  `SEQUENCE:${version}`,
  `DTSTART;VALUE=DATE:${compact(fromDay)}`,
  // DTEND is the first day after the event.
  `DTEND;VALUE=DATE:${compact(daysFrom(toDay, 1))}`,
  `SUMMARY:${escaped(name)}`,
  `CATEGORIES:${escaped(category)}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

const compact = (day: string) => day.replaceAll('-', '')

const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')

const octetsAtMost = 75

/** Folds a line into pieces of at most 75 octets, without splitting a letter. An Arabic letter has two octets. */
export function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > octetsAtMost) {
      pieces.push(piece)
      piece = ' '
      octets = 1
    }
    piece += letter
    octets += size
  }
  return [...pieces, piece].join('\r\n')
}
