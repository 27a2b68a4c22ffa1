import { createContext, Fragment, type ReactNode, useContext } from 'react'
import type { PrintedPaper } from '#contract/results/papers/papers.ts'
import { qrOutline } from '#web/ui/qr.ts'
import { paths } from '#web/lib/paths.ts'
import { writtenDay, digitsIn, type Labels, type PaperLanguage, type Spoken, spokenOn } from './labels.ts'

/** How a paper is written: its words, its languages, its digits. */
export type Writing = { labels: Labels; language: PaperLanguage; easternDigits: boolean }

const InWriting = createContext<Writing | null>(null)
export const WritingProvider = InWriting.Provider

export function useWriting() {
  const { labels, language, easternDigits } = useContext(InWriting)!
  const spoken = spokenOn(language)
  const digits = (text: string | number, one: Spoken = spoken[0]!) => digitsIn(String(text), one, easternDigits)
  return { labels, spoken, digits, isBoth: language === 'both' }
}

/** A word of the paper, in its language or in both, one under the other. */
export function Word({ of, side = false }: { of: string; side?: boolean }) {
  const { labels, spoken } = useWriting()
  const [first, second] = spoken
  return (
    <>
      <span lang={first}>{labels[first!](of)}</span>
      {second && (side ? ' / ' : null)}
      {second &&
        (side ? <span lang={second}>{labels[second](of)}</span> : <small lang={second}>{labels[second](of)}</small>)}
    </>
  )
}

/** A name as each language of the paper writes it; where Latin letters are not known, the name as it is. */
export function NameOnPaper({ name, latin }: { name: string; latin: string | undefined }) {
  const { spoken, isBoth } = useWriting()
  const first = spoken[0] === 'en' ? (latin ?? name) : name
  return (
    <>
      <bdi>{first}</bdi>
      {isBoth && latin && latin !== first && (
        <small>
          <bdi>{latin}</bdi>
        </small>
      )}
    </>
  )
}

/** A number, a code, a day with strokes: from left to right, whatever stands around it. */
export function Figure({ children, spoken }: { children: string | number; spoken?: Spoken }) {
  const { digits } = useWriting()
  return (
    <bdi dir="ltr" className="paper-whole">
      {digits(children, spoken)}
    </bdi>
  )
}

/** A mark that is not there is a dash: an empty cell could be filled in by hand. */
export const Value = ({ mark }: { mark: string | null }) => (mark === null ? <>—</> : <Figure>{mark}</Figure>)

export function Date({ day, spoken }: { day: string; spoken?: Spoken }) {
  const { spoken: all, digits } = useWriting()
  const one = spoken ?? all[0]!
  return <bdi className="paper-whole">{digits(writtenDay(day, one), one)}</bdi>
}

export const ColumnHead = ({ of }: { of: string }) => (
  <th scope="col">
    <Word of={of} />
  </th>
)

export const LineHead = ({ across, children }: { across?: number; children: ReactNode }) => (
  <th scope="row" className="paper-name" colSpan={across}>
    {children}
  </th>
)

/** A fact with its name; in both languages the value stands between them. */
export function Fact({ of, wide, children }: { of: string; wide?: boolean; children: ReactNode }) {
  const { labels, spoken } = useWriting()
  const [first, second] = spoken
  return (
    <div className={wide ? 'paper-wide' : undefined}>
      <dt lang={first}>{labels[first!](of)}</dt>
      <dd>{children}</dd>
      {second && (
        <dt lang={second} className="paper-other">
          <bdi>{labels[second](of)}</bdi>
        </dt>
      )}
    </div>
  )
}

/** Who signs, with room to do so, and the place of the stamp. */
export function Signatures({ look }: { look: PrintedPaper['look'] }) {
  const { labels, spoken } = useWriting()
  const usual = ['signs.registrar', 'signs.head'].map((key) => ({
    title: spoken.map((one) => labels[one](key)).join(' / '),
    name: null,
    latinName: undefined,
  }))
  const signatures = look.signatures.length > 0 ? look.signatures : usual
  const half = Math.ceil(signatures.length / 2)
  const stamp = (
    <div className="paper-stamp" key="stamp">
      <span>
        <Word of="stamp" />
      </span>
    </div>
  )
  return (
    <div className="paper-signatures">
      {signatures.map(({ title, name, latinName }, nth) => (
        <Fragment key={title}>
          {nth === half && stamp}
          <div>
            <bdi>{title}</bdi>
            <div className="paper-line" />
            {name ? <NameOnPaper name={name} latin={latinName} /> : <span>&nbsp;</span>}
          </div>
        </Fragment>
      ))}
      {signatures.length <= half && stamp}
    </div>
  )
}

/** The code with what it is for, in the languages of the paper. */
export function SheetFoot({ code, look }: { code: string | null; look: PrintedPaper['look'] }) {
  const { labels, spoken } = useWriting()
  return (
    <div className="paper-foot">
      <QrSquare code={code} />
      <div>
        {look.footer && (
          <p>
            <bdi>{look.footer}</bdi>
          </p>
        )}
        {spoken.map((one) => (
          <p key={one} lang={one} dir={one === 'ar' ? 'rtl' : 'ltr'}>
            {labels[one]('checkable')}
          </p>
        ))}
        <p className="paper-address">
          <bdi dir="ltr">{location.host + paths.verify()}</bdi>
        </p>
      </div>
    </div>
  )
}

/** The code of a paper; an empty square in a preview. */
export function QrSquare({ code }: { code: string | null }) {
  if (code === null)
    return (
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <rect width="10" height="10" fill="#f3f5f4" />
      </svg>
    )
  const address = verifyAddress(code)
  const { size, outline } = qrOutline(address)
  return (
    <svg role="img" aria-label={address} viewBox={`0 0 ${size} ${size}`} data-code={code}>
      <rect width={size} height={size} fill="#fff" />
      <path d={outline} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

const verifyAddress = (code: string) => `${location.origin}${paths.verify()}#${code}`
