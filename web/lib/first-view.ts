import { useEffect } from 'react'
import { epoch } from './clock.ts'
import { whenIdle } from './idle.ts'
import { keeping } from './keeping.ts'
import { language } from './i18n.ts'
import { useStore } from './store.ts'

/** A text; an element as its name, attributes and children; or the width in px of a text that may have changed. */
type ViewPart = string | [string, Record<string, string>, ViewPart[]] | [string, number]

/**
 * Stores the look of the home page, so that the next visit can paint it before the scripts are loaded (index.html). Numbers, names and
 * texts of people are stored only as bars of the same width: they may have changed, and belong to the session. States in words,
 * such as that a register is not taken yet, are shown on the same day only. With `whole` everything is stored as it is, for the same
 * day. Only a parent's day does this, because it is stored on the device anyway.
 */
export function useKeptFirstView(data: unknown, { whole }: { whole: boolean }) {
  useEffect(() => {
    if (data) whenIdle(() => keepFirstView(whole))
  }, [data, whole])
}

export const dropFirstView = () => keeping.removeItem('first')

function keepFirstView(whole: boolean) {
  const root = document.getElementById('root')
  const { auth, user, defaults } = useStore.getState()
  // If the person has moved on, signed out or scrolled, this is not what the next visit starts with.
  if (!root || location.pathname !== '/' || !auth.isAuthenticated || scrollY > 0) return
  const view = {
    person: user.id,
    school: defaults.defaultSchoolId,
    language: language(),
    width: innerWidth,
    day: new Date(epoch()).toDateString(),
    tree: ['div', {}, partsOf(root, { whole, changes: false, ofDay: false })],
  }
  keeping.setItem('first', JSON.stringify(view))
}

type Within = { whole: boolean; changes: boolean; ofDay: boolean }

const partsOf = (element: Element, within: Within): ViewPart[] =>
  [...element.childNodes].flatMap((node) => {
    if (node instanceof Text) return textOf(node, within)
    return node instanceof Element && isInView(node) ? [elementOf(node, within)] : []
  })

function elementOf(element: Element, { whole, changes, ofDay }: Within): ViewPart {
  const attributes = [...element.attributes]
    .filter(({ name }) => drawing.test(name))
    .map(({ name, value }) => [name, value])
  // The stored picture needs the look of links and buttons, but must not have ones that do nothing.
  const name = plain[element.localName] ?? element.localName
  const within = {
    whole,
    changes: changes || element.matches('bdi, [dir=auto]'),
    ofDay: ofDay || element.matches('main p, main li, main td'),
  }
  return [name, Object.fromEntries(attributes) as Record<string, string>, contentOf(element, within)]
}

/** The heading has the name of the person or the school; a chart consists of numbers. */
function contentOf(element: Element, within: Within): ViewPart[] {
  if (element.matches('h1')) return [element.textContent]
  return element.matches('[data-figures]') ? [] : partsOf(element, within)
}

function textOf(node: Text, { whole, changes, ofDay }: Within): ViewPart[] {
  const text = node.data
  const isSame = !changes && !/\d/.test(text)
  if (isSame && !ofDay) return [text]
  const range = document.createRange()
  range.selectNodeContents(node)
  const [line] = range.getClientRects()
  return line ? [[whole || isSame ? text : '', Math.round(line.width)]] : []
}

/** Skips what is below the first screen, and what is only for screen readers. */
function isInView(element: Element) {
  if (/^(script|style|template|iframe|dialog)$/.test(element.localName) || element.matches('.sr-only, [role=alert]'))
    return false
  const { top, width, height } = element.getBoundingClientRect()
  return element.closest('svg') !== null || (top < innerHeight && width + height > 0)
}

const drawing =
  /^(class|style|dir|lang|data-tone|viewBox|d|fill|stroke(-\w+)*|transform|[cr]?[xy]|[xy][12]|r|width|height|points)$/
const plain: Record<string, string> = { a: 'span', button: 'span' }
