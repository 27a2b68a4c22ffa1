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

/** A lesson. `startsAt` is an instant. */
type IcalTime = { id: string; name: string; startsAt: string; minutes: number }

/**
 * A calendar in the format of RFC 5545. Its days have no time zone and no hour, so summer time does not move them. `refresh`
 * says how often a program may read it again.
 */
export function icalOf(
  name: string,
  timeZone: string,
  events: readonly IcalEvent[],
  times: readonly IcalTime[] = [],
): string {
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
    ...times.flatMap(timeLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const eventLines = ({ id, name, category, fromDay, toDay, version, changedAt }: IcalEvent) => [
  'BEGIN:VEVENT',
  `UID:${id}@kashkool`,
  `DTSTAMP:${stamp(changedAt)}`,
  `SEQUENCE:${version}`,
  `DTSTART;VALUE=DATE:${compact(fromDay)}`,
  // DTEND is the first day after the event.
  `DTEND;VALUE=DATE:${compact(daysFrom(toDay, 1))}`,
  `SUMMARY:${escaped(name)}`,
  `CATEGORIES:${escaped(category)}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

const timeLines = ({ id, name, startsAt, minutes }: IcalTime) => [
  'BEGIN:VEVENT',
  `UID:${id}@kashkool`,
  `DTSTAMP:${stamp(startsAt)}`,
  `DTSTART:${stamp(startsAt)}`,
  `DURATION:PT${minutes}M`,
  `SUMMARY:${escaped(name)}`,
  'END:VEVENT',
]

const stamp = (instant: string) => instant.replace(/[-:]|\.\d+/g, '')

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
