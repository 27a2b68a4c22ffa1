import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { ShareBar } from '#web/ui/ShareBar.tsx'
import { toneOf } from '#web/ui/tone.ts'
import type { Kind, ListedWork } from './kind.ts'

type Props = { kind: Kind; work: ListedWork }

/** The progress of a work: how many students handed it in, or how many are marked. */
export function Progress({ kind, work: { figures, courseName } }: Props) {
  const { t } = useTranslation()
  if (!figures) return null
  const done = kind.name === 'homework' ? figures.participants : figures.marked
  const word = t(kind.name === 'homework' ? 'work.delivered' : 'work.marked', { done, all: figures.students })
  return (
    <span className="block text-sm whitespace-nowrap text-muted">
      <bdi>{word}</bdi>
      <ShareBar
        className="mt-0.5 h-1"
        percent={done > 0 ? (done / figures.students) * 100 : 0}
        tone={toneOf(courseName)}
      />
    </span>
  )
}

/** The mean of the marks, and their distribution. */
export function Average({ work: { figures, rate, courseName } }: Pick<Props, 'work'>) {
  const { t } = useTranslation()
  const average = figures?.average ?? null
  return (
    <span className="flex items-center gap-2">
      {figures && average !== null && <Spread tenths={figures.tenths} courseName={courseName} />}
      <span className="text-sm whitespace-nowrap">
        <span className="sr-only">{t(average === null ? 'work.rate' : 'marks.mean')} </span>
        <Digits>
          <span className="font-semibold">{average === null ? '–' : Math.round(average * 10) / 10}</span>
          <span className="text-muted">/{rate}</span>
        </Digits>
      </span>
    </span>
  )
}

const height = 20

/**
 * The number of marks in each tenth of the full mark. It is only decoration, because the screen of the marks contains it as
 * text.
 */
function Spread({ tenths, courseName }: { tenths: number[]; courseName: string }) {
  const most = Math.max(1, ...tenths)
  return (
    <svg aria-hidden="true" viewBox={`0 0 50 ${height}`} className="mirror-rtl h-6 w-14 shrink-0">
      {tenths.map((count, tenth) => {
        const tall = count === 0 ? 1.5 : Math.max(3, (count / most) * height)
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- the tenths are these ten
            key={tenth}
            x={tenth * 5 + 0.5}
            width={4}
            y={height - tall}
            height={tall}
            rx={1}
            data-tone={toneOf(courseName)}
            className={count === 0 ? 'fill-line' : 'tone-fill'}
          />
        )
      })}
    </svg>
  )
}
