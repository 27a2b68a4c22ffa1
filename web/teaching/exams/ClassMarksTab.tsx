import { useSearchParams } from 'react-router'
import { classMarks } from '#contract/teaching/exams/class-marks.ts'
import { months } from '#contract/school/years/months.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { monthOn } from '#web/teaching/class-work/months.ts'
import { useClosedTerm } from '#web/teaching/class-work/closed-term.ts'
import { ClosedTerm } from '#web/teaching/class-work/ClosedTerm.tsx'
import { useWorkForm, type WorkClass } from '#web/teaching/class-work/work-fields.ts'
import { useRead } from '#web/lib/api.ts'
import { shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { idIn } from '#web/lib/paths.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { DraftsOfList } from './DraftsOfList.tsx'
import { examKind } from './exam-kind.ts'
import { MarkGrid } from './MarkGrid.tsx'

type Props = { classRoom: WorkClass; yearId: string | undefined; today: string }

/** The marks of a class at a glance: all exams of a month, at first of this one, or those of a course. */
export function ClassMarksTab({ classRoom, yearId, today }: Props) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const ofYear = useRead(months.list, { yearId: yearId ?? '' }, { enabled: Boolean(yearId) }).data
  const { choices } = useWorkForm(examKind, classRoom.schoolId, classRoom)

  const courseId = idIn(query, 'course') ?? ''
  // Of a course the whole year is shown unless a month is chosen; without a course there is always a month.
  const monthId = idIn(query, 'month') ?? (courseId ? '' : monthAtFirst(ofYear ?? [], today))
  const isNarrowed = courseId !== '' || monthId !== ''
  const marks = useRead(
    classMarks.get,
    {
      classRoomId: classRoom.id,
      ...(courseId && { courseId }),
      ...(monthId && { monthId }),
      ...(yearId && { yearId }),
    },
    { enabled: isNarrowed },
  )

  const narrow = (name: 'course' | 'month', id: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete(name)
        if (id !== every) next.set(name, id)
        if (name === 'course' && id === every) next.delete('month')
        return next
      },
      { replace: true, preventScrollReset: true },
    )

  return (
    <>
      <section aria-label={t('work.filters')} className="mb-3 grid grid-cols-2 gap-3 xl:grid-cols-4">
        <FilterChoice
          wide
          label={t('work.courseId')}
          items={[{ value: every, label: t('work.every.courseId') }, ...choices.courseId]}
          value={courseId || every}
          onChange={(id) => narrow('course', id)}
        />
        <FilterChoice
          wide
          label={t('work.months')}
          items={[...(courseId ? [{ value: every, label: t('work.every.months') }] : []), ...itemsOf(ofYear ?? [])]}
          value={monthId || (courseId ? every : null)}
          onChange={(id) => narrow('month', id)}
        />
        {marks.data && <Drafts schoolId={classRoom.schoolId} marks={marks.data} />}
      </section>
      <Marks of={marks} classRoom={classRoom} hasNoMonth={Boolean(ofYear || !yearId) && !isNarrowed} />
    </>
  )
}

type MarksProps = {
  of: { data: OutputOf<typeof classMarks.get> | undefined; error: unknown; refetch: () => unknown }
  classRoom: WorkClass
  hasNoMonth: boolean
}

/** The marks that are asked for in each of their states. */
function Marks({ of: { data, error, refetch }, classRoom, hasNoMonth }: MarksProps) {
  const { t } = useTranslation()
  const lastDay = data?.exams.map(({ date }) => date).reduce((last, date) => (date > last ? date : last), '')
  const isTermClosed = useClosedTerm(classRoom.id, lastDay)
  if (error && !data) return <Failed error={error} again={refetch} />
  if (hasNoMonth) return <Empty sentence={t('classMarks.noMonth')} />
  if (!data) return <Loading count={6} />
  if (data.exams.length === 0) return <Empty sentence={t('classMarks.empty')} />
  if (isTermClosed === undefined) return <Loading count={6} />
  return (
    <>
      {isTermClosed && <ClosedTerm />}
      <MarkGrid label={t('classMarks.label')} classRoomId={classRoom.id} {...data} />
      <p className="mt-2 text-sm text-muted max-md:hidden">{t('classMarks.hint')}</p>
    </>
  )
}

/** The exams of the grid that parents do not see yet. */
function Drafts({
  schoolId,
  marks: { exams, students },
}: {
  schoolId: string
  marks: OutputOf<typeof classMarks.get>
}) {
  const drafts = exams.flatMap(({ id, courseName, date, marksState }, place) => {
    if (marksState !== 'draft') return []
    const sitting = students.filter(({ versions }) => versions[place] != null)
    const marked = sitting.filter(({ results, tookPart }) => results[place] != null || tookPart[place] != null)
    const title = `${courseName} · ${shownDay(date)}`
    return [{ id, title, marked: marked.length, students: sitting.length }]
  })
  if (drafts.length === 0) return null
  return (
    <div className="flex items-center">
      <DraftsOfList schoolId={schoolId} drafts={drafts} />
    </div>
  )
}

const every = 'every'

type Months = Parameters<typeof monthOn>[0]

/** The month it is, else the last one. */
const monthAtFirst = (ofYear: Months, today: string) => monthOn(ofYear, today) || (ofYear.at(-1)?.id ?? '')
