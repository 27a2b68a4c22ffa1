import { readXml } from './xml.mjs'
import { textDecoded } from './encodings.mjs'

// A week as aSc Timetables writes it. Lists of today have `lessonid`, `days` as a mask and lists of ids on each card; those of older versions
// have `day` and single ids. What else is in a file is left out.

export const elementsAtMost = 200_000
const placesAtMost = 20_000
const lettersOfName = 200

/** The text of an XML file. Some programs write UTF-8 under the name of another encoding, so what decodes as UTF-8 is UTF-8. */
export function xmlDecoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
    const [, said = ''] = /encoding=["']([\w.:-]+)["']/.exec(head) ?? []
    if (said && !/^(utf-?8|utf-?16.*|windows-1252|iso-8859-1|us-ascii)$/i.test(said)) return decodedAs(said, bytes)
    const latin = new TextDecoder('windows-1252').decode(bytes)
    // Words of Arabic are runs of letters that in Western languages stand alone.
    return /[\u00c0-\u00ff]{3}/.test(latin) || !said ? textDecoded(bytes) : latin
  }
}

function decodedAs(label, bytes) {
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return textDecoded(bytes)
  }
}

export const isWeek = (text) => /<timetable[\s>]/.test(text.slice(0, 4000))

const kept = new Set('day daysdef period subject teacher classroom class group lesson card'.split(' '))

/** Throws for XML that is broken. Entities of the file's own are never read. */
export function weekOfXml(text) {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return { unreadable: true }
  const rows = Object.fromEntries([...kept].map((name) => [name, []]))
  let elements = 0
  readXml(text, (name, attributes, decoded) => {
    if (++elements > elementsAtMost) throw new TooMany()
    if (!kept.has(name)) return
    const read = attributes()
    rows[name].push(
      Object.fromEntries(Object.entries(read).map(([key, value]) => [key, decoded(String(value)).trim()])),
    )
  })
  return { week: weekOf(rows) }
}

export class TooMany extends Error {}

const idsIn = (text = '') => text.split(',').filter((id) => id !== '')

/** The values of an attribute that older versions write with a single id. */
const listOf = (row, name) => idsIn(row[`${name}s`] ?? row[name])

function weekOf(rows) {
  const lists = { class: rows.class, course: rows.subject, teacher: rows.teacher, room: rows.classroom }
  const names = {}
  const placeOf = {}
  for (const [kind, list] of Object.entries(lists)) {
    names[kind] = list.map(nameOf)
    placeOf[kind] = new Map(list.map(({ id }, at) => [id, at]))
  }
  const groups = new Map(rows.group.map((group) => [group.id, group]))
  const order = new Map([...groups.keys()].map((id, at) => [id, at]))
  const partsOf = (row) => partsIn(row, placeOf.class, groups, order)
  const places = (row, kind, name) => listOf(row, name).flatMap((id) => placeOf[kind].get(id) ?? [])
  const days = dayPlaces(rows)
  const numberOf = numbersOf(rows)

  const cardsOf = new Map()
  for (const card of rows.card) cardsOf.set(card.lessonid, [...(cardsOf.get(card.lessonid) ?? []), card])
  const known = new Set(rows.lesson.map(({ id }) => id))
  // A card of a lesson that is not in the file says itself what is taught.
  const alone = rows.card.filter(({ lessonid, subjectid }) => !known.has(lessonid) && subjectid)
  const taught = [
    ...rows.lesson.map((lesson) => ({ lesson, cards: cardsOf.get(lesson.id) ?? [] })),
    ...alone.map((card) => ({ lesson: card, cards: [card] })),
  ]
  const lessons = []
  const withoutPlace = []
  for (const { lesson, cards } of taught) {
    const all = {
      course: placeOf.course.get(lesson.subjectid) ?? null,
      classes: partsOf(lesson),
      teachers: places(lesson, 'teacher', 'teacherid'),
    }
    const at = placesOf(lesson, cards, days, numberOf, (card) => roomsOf(card, lesson, places))
    for (const place of at) lessons.push({ row: lessons.length + 1, ...all, ...place })
    if (lessons.length > placesAtMost) throw new TooMany()
    const wanted = Number(lesson.periodsperweek)
    const missing = Math.round((wanted - heldPerWeek(at)) * 10) / 10
    if (lesson.periodsperweek && missing >= 0.5)
      withoutPlace.push({ course: all.course, classes: all.classes, missing })
  }
  return {
    days: days.words,
    names,
    groups: [...groups.values()].map(({ classid, name, divisiontag, entireclass }) => ({
      class: placeOf.class.get(classid) ?? null,
      name: cut(name),
      division: divisiontag ?? '',
      whole: entireclass === '1',
    })),
    lessons,
    withoutPlace,
  }
}

const cut = (text = '') => text.slice(0, lettersOfName)

function nameOf({ name, short, firstname, lastname }) {
  const full = [firstname, lastname].filter(Boolean).join(' ')
  return { name: cut(name || full || short), others: [full, short].filter((one) => one && one !== name).map(cut) }
}

/** The classes of a lesson, each with the place of its group in the list of groups; null for the whole class. */
function partsIn(row, classes, groups, order) {
  const chosen = listOf(row, 'groupid').filter((id) => groups.has(id))
  return listOf(row, 'classid').flatMap((id) => {
    const at = classes.get(id)
    if (at === undefined) return []
    const own = chosen.filter((group) => groups.get(group).classid === id && groups.get(group).entireclass !== '1')
    return own.length === 0
      ? [{ class: at, group: null }]
      : own.map((group) => ({ class: at, group: order.get(group) }))
  })
}

/** The room of a card; where cards have none, that of the lesson if there is one only, since a lesson lists all that are possible. */
function roomsOf(card, lesson, places) {
  if (card.classroomids !== undefined || card.classroomid !== undefined) return places(card, 'room', 'classroomid')
  const possible = places(lesson, 'room', 'classroomid')
  return possible.length === 1 ? possible : []
}

/** The places of days in a mask, and the words that the file has for each. */
function dayPlaces({ day, daysdef, card }) {
  const numbers = [
    ...new Set([...day.map((one) => Number(one.day)), ...card.flatMap((one) => (one.day ? Number(one.day) : []))]),
  ]
  const first = numbers.length > 0 && !numbers.includes(0) ? 1 : 0
  const words = []
  const say = (at, { name, short }) => (words[at] = [name, short].filter(Boolean).map(cut))
  for (const one of day) if (Number(one.day) - first < 14) say(Number(one.day) - first, one)
  for (const one of daysdef) if (/^0*10*$/.test(one.days ?? '')) say(one.days.indexOf('1'), one)
  const longest = Math.max(0, ...card.map((one) => (one.days ?? '').length), ...numbers.map((n) => n - first + 1))
  const count = Math.min(14, Math.max(longest, words.length))
  return {
    words: Array.from({ length: count }, (_, at) => words[at] ?? []),
    of(one) {
      if (one.days !== undefined) return [...one.days].flatMap((sign, at) => (sign === '1' ? at : []))
      return one.day ? [Number(one.day) - first] : []
    },
  }
}

/** Periods may begin with 0; the number of a lesson is its place among them. */
function numbersOf({ period: periods, card: cards }) {
  if (periods.length === 0) return (period) => period
  const all = [...periods.map(({ period, name }) => period ?? name), ...cards.map(({ period }) => period)]
  const numbers = [...new Set(all.map(Number))].sort((a, b) => a - b)
  return (period) => numbers.indexOf(period) + 1
}

/** 0 each week, 1 week A, 2 week B; null for a cycle of more than two weeks. */
function weekIn(mask = '') {
  if (!/0/.test(mask) || !/1/.test(mask)) return 0
  const [first, second] = [mask[0], mask[1]]
  if (![...mask].every((sign, at) => sign === (at % 2 === 0 ? first : second))) return null
  return first === '1' ? 1 : 2
}

/** The places of a lesson. A card of a double lesson counts for each of its periods, unless the file has a card for each. */
function placesOf(lesson, cards, days, numberOf, rooms) {
  const perCard = Number(lesson.periodspercard ?? lesson.durationperiods ?? 1)
  const single = cards.flatMap((card) =>
    days.of(card).map((day) => ({ day, period: Number(card.period), week: weekIn(card.weeks), rooms: rooms(card) })),
  )
  const all =
    perCard > 1 && !isByPeriod(single, perCard)
      ? single.flatMap((one) =>
          Array.from({ length: Math.min(perCard, 10) }, (_, nth) => ({ ...one, period: one.period + nth })),
        )
      : single
  const places = new Map()
  for (const { period, ...one } of all) {
    const number = numberOf(period)
    const key = `${one.day} ${number} ${one.week}`
    if (!places.has(key)) places.set(key, { ...one, number })
  }
  return [...places.values()]
}

/** Whether there is a card for each period of double lessons: periods in a row, as many as the cards of the lesson have or twice that. */
function isByPeriod(places, perCard) {
  const days = new Map()
  for (const { day, week, period } of places) {
    const key = `${day} ${week}`
    days.set(key, [...(days.get(key) ?? []), period])
  }
  return [...days.values()].every((periods) => {
    const sorted = [...new Set(periods)].sort((a, b) => a - b)
    const ends = sorted.flatMap((period, at) => (sorted[at + 1] === period + 1 ? [] : at + 1))
    return ends.every((end, nth) => (end - (ends[nth - 1] ?? 0)) % perCard === 0)
  })
}

const heldPerWeek = (places) => places.reduce((sum, { week }) => sum + (week === 1 || week === 2 ? 0.5 : 1), 0)
