// What objects of a PDF may contain: pages, and actions that go to a page or open a link when they are clicked.

export class NotAllowed extends Error {
  constructor(verdict) {
    super(verdict)
    this.verdict = verdict
  }
}

/** Names that belong to programs, forms, films and files inside, wherever they are. */
const never = new Set(
  'JavaScript Launch EmbeddedFile EmbeddedFiles FileAttachment RichMedia RichMediaExecute XFA SubmitForm ResetForm ImportData GoToE GoToR GoToDp Rendition GoTo3DView SetOCGState'.split(
    ' ',
  ),
)
const keysNever = new Set(['AA', 'EF', 'JS', 'FT'])
/** As an action or a kind of annotation. Elsewhere they name other things, such as a kind of transition. */
const kindsNever = new Set(['Thread', 'Sound', 'Movie', 'Hide', 'Named', 'Trans', 'Screen', 'Widget', '3D'])
const clickable = new Set(['GoTo', 'URI'])
/** A stream whose content is in another file. */
const outside = new Set(['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI'])

export const valuesOf = ({ entries }, key) => entries.filter(([name]) => name === key).map(([, value]) => value)
export const isDictionary = (value) => Array.isArray(value.entries)

/** Collects what is read of a file, and refuses what must not be in it. */
export function rules() {
  /** Numbers of objects that open with the file, or run on a click, and the kinds of action by the number of their object. */
  const opening = new Set()
  const clicked = new Set()
  const actions = []
  let hasPages = false

  const refuse = (isWrong, verdict = 'active') => {
    if (isWrong) throw new NotAllowed(verdict)
  }
  const action = (value, kinds, references) => {
    if (value.ref !== undefined) references.add(value.ref)
    else if (Array.isArray(value)) for (const one of value) if (isDictionary(one)) action(one, kinds, references)
    if (isDictionary(value)) for (const kind of valuesOf(value, 'S')) refuse(!kinds.has(kind.name))
  }
  const entry = (key, value) => {
    refuse(key === 'Encrypt', 'protected')
    refuse(never.has(key) || keysNever.has(key))
    if (key === 'S' || key === 'Subtype') refuse(kindsNever.has(value.name) || value.ref !== undefined)
    if (key === 'Fields') refuse(!Array.isArray(value) || value.length > 0)
    if (key === 'OpenAction') action(value, new Set(['GoTo']), opening)
    if (key === 'A' || key === 'PA') action(value, clickable, clicked)
    if (key === 'Type' && value.name === 'Pages') hasPages = true
  }
  const look = (value) => {
    if (Array.isArray(value)) for (const one of value) look(one)
    else if (isDictionary(value)) {
      // One action after another: the second would run without a click of its own.
      const isAction = valuesOf(value, 'S').some(({ name }) => clickable.has(name))
      for (const [key, one] of value.entries) {
        refuse(isAction && key === 'Next')
        entry(key, one)
        look(one)
      }
    } else refuse(never.has(value.name))
  }

  return {
    /** Looks at an object; `number`: null where it is not known. */
    object(value, number) {
      // A reader may follow one reference after another, to an action that was not seen as the one that opens.
      refuse(value.ref !== undefined)
      look(value)
      if (isDictionary(value)) for (const { name } of valuesOf(value, 'S')) actions.push({ number, name })
    },
    stream: ({ entries }) => refuse(entries.some(([key]) => outside.has(key))),
    /** When everything was read. */
    verdict() {
      for (const { number, name } of actions) {
        const isIn = (numbers) => (number === null ? numbers.size > 0 : numbers.has(number))
        refuse((isIn(opening) && name !== 'GoTo') || (isIn(clicked) && !clickable.has(name)))
      }
      return hasPages ? 'fine' : 'unreadable'
    },
  }
}
