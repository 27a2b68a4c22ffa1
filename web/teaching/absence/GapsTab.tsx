import { useState } from 'react'
import { Link } from 'react-router'
import { gapStates, lessonGaps } from '#contract/teaching/lessons/gaps.ts'
import { gapOutcomes } from '#contract/teaching/lessons/lessons.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useList, useWrite } from '#web/lib/api.ts'
import { type CivilDay, isCivilDay } from '#web/lib/days.ts'
import { useLiveRefresh } from '#web/lib/live-refresh.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useToday } from '#web/lib/today.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LabelledDay } from '#web/ui/LabelledDay.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { SearchedRows } from './SearchedRows.tsx'

type Gap = OutputOf<typeof lessonGaps.list>[number]
type Outcome = (typeof gapOutcomes)[number]
type State = (typeof gapStates)[number]

/** Who was there in one lesson and is missing in the next: somebody looks for them, and says what came of it. */
export function GapsTab({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const today = useToday(school.timeZone)
  // Null: today, whichever that is by then.
  const [chosen, setChosen] = useState<CivilDay | null>(null)
  const [state, setState] = useState<State>('open')
  const [search, setSearch] = useState('')
  const settled = useSettled(search)
  const date = chosen ?? today
  const input = { schoolId: school.id, date, state, ...(settled && { search: settled }) }
  const list = useList(lessonGaps.list, input, { enabled: isCivilDay(date) })
  useLiveRefresh(school.id, lessonGaps.list)
  const { settle, busy } = useSettling()
  return (
    <SearchedRows
      choice={{
        label: t('absence.view'),
        value: state,
        onChange: setState,
        items: gapStates.map((value) => ({ value, label: t(`lessons.gaps.state.${value}`) })),
      }}
      search={search}
      onSearch={setSearch}
      list={list}
      keyOf={(gap) => `${gap.studentId} ${gap.number}`}
      empty={t(`lessons.gaps.none.${state}`)}
      beside={
        <span className="min-w-44">
          <LabelledDay label="lessons.day" value={date} onChange={(day) => setChosen(day === today ? null : day)} />
        </span>
      }
      exporting={<ExportButton list={lessonGaps.list} input={input} />}
      hint={state === 'open' && <p className="text-sm text-muted">{t('lessons.gaps.notified')}</p>}
    >
      {(gap) => (
        <GapCard gap={gap} timeZone={school.timeZone} busy={busy} onSettle={(outcome) => settle(gap, outcome)} />
      )}
    </SearchedRows>
  )
}

/** Says what came of a gap, with the way back while the toast is shown. */
function useSettling() {
  const { t } = useTranslation()
  const { mutateAsync: write, isPending } = useWrite(lessonGaps.settle)
  const settle = ({ studentId, date, number, version, outcome: was }: Gap, outcome: Outcome | null) => {
    const key = { studentId, date, number }
    const undo = (baseVersion: number) =>
      void write({ ...key, baseVersion, ...(was && { outcome: was }) })
        .then(() => toast({ title: t('lessons.gaps.waitsAgain') }))
        .catch(toastRefusal)
    void write({ ...key, baseVersion: version, ...(outcome && { outcome }) })
      .then((stored) =>
        toast({
          title: t(`lessons.gaps.done.${outcome ?? 'open'}`),
          action: { label: t('absence.undo'), run: () => undo(stored.version) },
        }),
      )
      .catch(toastRefusal)
  }
  return { settle, busy: isPending }
}

type CardProps = { gap: Gap; timeZone: string; busy: boolean; onSettle: (outcome: Outcome | null) => void }

function GapCard({ gap, timeZone, busy, onSettle }: CardProps) {
  const { t } = useTranslation()
  const { seenIn, leftAt, number, until, handedOverAt, outcome, settledAt } = gap
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <Link to={paths.student(gap.studentId, 'staff', 'attendance')} className="font-medium hover:text-primary">
          <Bdi>{gap.studentName}</Bdi>
        </Link>{' '}
        <span className="text-sm text-muted">
          <Bdi>{gap.classRoomName}</Bdi>
        </span>
        <p className="text-sm">
          {t(until > number ? 'lessons.gaps.inNotFrom' : 'lessons.gaps.inNotIn', { seenIn, number, until })} ·{' '}
          <Bdi>{gap.courseName}</Bdi>
        </p>
        {leftAt && <p className="text-sm text-wait">{t('lessons.leftEarly', { time: isolated(leftAt) })}</p>}
        {handedOverAt && (
          <p className="text-sm text-good">
            {t('lessons.gaps.handedOver')} <Moment at={handedOverAt} timeZone={timeZone} />
          </p>
        )}
        {outcome && settledAt && (
          <p className="text-sm text-muted">
            {t(`lessons.gaps.outcome.${outcome}`)} · <Bdi>{gap.settledByName}</Bdi> ·{' '}
            <Moment at={settledAt} timeZone={timeZone} />
          </p>
        )}
      </div>
      {outcome ? (
        <Button disabled={busy} onClick={() => onSettle(null)}>
          {t('absence.undo')}
        </Button>
      ) : (
        <div className="flex flex-wrap gap-2">
          {gapOutcomes.map((one) => (
            <Button key={one} disabled={busy} onClick={() => onSettle(one)}>
              {t(`lessons.gaps.outcome.${one}`)}
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}
