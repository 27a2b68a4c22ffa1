import { CircleQuestionMark } from 'lucide-react'
import type { Action } from '#web/lib/action.ts'
import { openHelp } from '#web/lib/openers.ts'
import { findActions, type FoundAction, nearest, searchedWords } from '#web/lib/find-actions.ts'
import { t, useTranslation } from '#web/lib/i18n.ts'
import { fold } from '#web/lib/text.ts'
import { type Go, useFinder, useFoundGroups } from './found.ts'
import { type Group, iconOf, type Line, type Somebody, withLines } from './lines.ts'
import { useNamedActions } from './named-actions.ts'
import type { FinderPlace } from './places.ts'
import { useRecent } from './recent-groups.ts'
import { useSubjects } from './subjects.ts'

type Asked = {
  schoolId: string | null
  places: FinderPlace[]
  /** The action for which somebody is chosen; null while everything is searched. */
  chosen: Action | null
  /** What was typed, without spaces around it; `isTyping` while it changes. */
  text: string
  isTyping: boolean
  /** Does an action, or asks for whom. */
  start: (action: Action, person: Somebody | null) => void
  go: Go
  close: () => void
}

/** How many actions are offered before anything is typed, and of those that are meant; for how many people each. */
const most = { begun: 6, meant: 6, forSomebody: 3, people: 4 }

/** What the palette shows, in the order of the list. */
export function usePaletteGroups(asked: Asked) {
  const { schoolId, chosen, text, isTyping } = asked
  useTranslation()
  const recent = useRecent(schoolId)
  const subjects = useSubjects(schoolId, recent.students)
  const named = useNamedActions()
  const meant = chosen ? [] : findActions(named, text)
  const rest = meant.find((one) => one.rest !== '')?.rest ?? ''
  const finder = useFinder(schoolId, text, isTyping)
  const finderOfRest = useFinder(schoolId, rest, isTyping)
  const found = useFoundGroups(finder, asked.go)
  const isFetching = finder.isFetching || finderOfRest.isFetching
  const shown = (groups: Group[], hint = false) => ({ groups: withLines(groups), finder, none: false, hint })

  if (chosen?.of) {
    const lines = subjects.of(chosen.of, text, finder.found).map((person) => personLine(chosen, person, asked))
    const isEmpty = lines.length === 0 && !isFetching
    const old = chosen.of === 'student' && text !== '' && finder.isOld
    const groups = shown([{ key: 'whom', heading: nameOf(chosen), lines, old }], isEmpty && text === '')
    return { ...groups, none: isEmpty && text !== '' }
  }

  const lineOf = (action: Action): Line => ({
    value: `action ${action.key}`,
    Icon: action.Icon,
    text: nameOf(action),
    run: () => asked.start(action, action.of ? subjects.only(action.of) : null),
  })
  const actionGroup = (all: Action[]) => ({ key: 'actions', heading: t('actions.group'), lines: all.map(lineOf) })
  const places = { key: 'places', heading: t('finder.places'), lines: namedPlaces(asked) }
  if (text === '') {
    const begun = named.slice(0, most.begun).map(({ action }) => action)
    return shown([recent.group(asked.go), actionGroup(begun), places])
  }

  const forSomebody = meant.filter((one) => one.rest === rest && rest !== '').slice(0, most.forSomebody)
  const people = forSomebody.flatMap(({ action }) =>
    subjects
      .of(action.of!, rest, finderOfRest.found)
      .slice(0, most.people)
      .map((person) => actionForPerson(action, person, asked)),
  )
  const old = finderOfRest.isSearching && finderOfRest.isOld
  const whole = meant.filter((one) => one.rest === '')
  const wholeGroup = actionGroup(whole.slice(0, most.meant).map(({ action }) => action))
  const isSure = whole.some(({ sure }) => sure)
  const some = shown([
    { key: 'people', heading: t('actions.group'), lines: people, old },
    ...(isSure ? [wholeGroup, ...found] : [...found, wholeGroup]),
    places,
  ])
  if (some.groups.length > 0 || isFetching || finder.error) return some
  return { ...shown([nearGroup(forSomebody, asked, lineOf)]), none: true }
}

const nameOf = (action: Action) => t(`actions.of.${action.key}.name`)

const personLine = (action: Action, person: Somebody, { start }: Asked): Line => ({
  value: `${action.key} ${person.id}`,
  Icon: iconOf(action.of!),
  text: person.name,
  more: person.more,
  run: () => start(action, person),
})

const actionForPerson = (action: Action, person: Somebody, asked: Asked): Line => ({
  ...personLine(action, person, asked),
  Icon: action.Icon,
  text: `${nameOf(action)} · ${person.name}`,
})

const namedPlaces = ({ places, text, go }: Asked) =>
  places.filter(({ name }) => fold(name).includes(fold(text))).map((place) => placeLine(place, go))

const placeLine = ({ to, name, Icon }: FinderPlace, go: Go): Line => ({
  value: to,
  Icon,
  text: name,
  run: () => go(to),
})

/** Where nothing was found: the action without the name, the screens whose names are nearest, and help. */
function nearGroup(forSomebody: FoundAction[], { places, text, go, close }: Asked, lineOf: (action: Action) => Line) {
  const help = () => {
    close()
    openHelp()
  }
  return {
    key: 'near',
    heading: t('actions.near'),
    lines: [
      ...forSomebody.filter(({ sure }) => sure).map(({ action }) => lineOf(action)),
      ...nearest(places, ({ name }) => searchedWords(name), text).map((place) => placeLine(place, go)),
      { value: 'help', Icon: CircleQuestionMark, text: t('actions.help'), run: help },
    ],
  }
}
