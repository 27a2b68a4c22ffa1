import { ListPlus, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { exams, NewExam } from '#contract/exams.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { SchoolHeld } from '#web/lib/slices.ts'
import { Bdi, Day, Digits, isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { LoadMore } from '#web/ui/Pager.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { AskFirst } from '#web/settings/AskFirst.tsx'
import { useChange } from '#web/settings/change.ts'
import { late, useAhead } from '#web/settings/late.tsx'
import { EditDialog } from '#web/settings/late-parts.tsx'
import { EditButton, SettingRow } from '#web/settings/SettingRow.tsx'
import type { Exam, ExamForm } from './exam-fields.ts'
import { asked, useExamFilters } from './filters.ts'

const ExamFilters = late(
  async () => (await import('./ExamFilters.tsx')).ExamFilters,
  <Skeleton className="mb-5 h-11 md:h-43 xl:h-30" />,
)

type Props = { school: SchoolHeld; form: ExamForm; onAddSeveral: (() => void) | false }

/** Every exam of a school, latest first, page by page: narrowed, added, edited, removed. */
export function ExamList({ school, form, onAddSeveral }: Props) {
  const { t } = useTranslation()
  const narrowing = useExamFilters()
  const list = useList(exams.list, asked(school.id, narrowing.filters))
  const [edited, setEdited] = useState<Exam | 'new' | null>(null)
  useAhead(EditDialog)
  const may = { add: useMay(exams.add), update: useMay(exams.update) }

  const { rows } = list
  const adders = form.ready && (
    <div className="flex flex-wrap justify-end gap-3 empty:hidden">
      {onAddSeveral && (
        <Button icon={<ListPlus className="size-5" aria-hidden="true" />} onClick={onAddSeveral}>
          {t('settings.addSeveral')}
        </Button>
      )}
      {may.add && (
        <Button tone="primary" icon={<Plus className="size-5" aria-hidden="true" />} onClick={() => setEdited('new')}>
          {t('settings.exams.add')}
        </Button>
      )}
    </div>
  )
  const isEmpty = rows?.length === 0 && narrowing.count === 0

  return (
    <>
      {!isEmpty && <ExamFilters schoolId={school.id} form={form} {...narrowing} />}
      {!rows ? (
        list.error ? (
          <Failed error={list.error} again={list.refetch} />
        ) : (
          <Loading />
        )
      ) : isEmpty ? (
        <Empty sentence={t('settings.exams.empty')}>{adders}</Empty>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-sm text-muted">
              {t('settings.exams.count', { count: list.total })}
            </p>
            {adders}
          </div>
          {rows.length === 0 && <Empty sentence={t('settings.noneFound')} />}
          <ul className="space-y-2" aria-label={t('settings.exams.list')}>
            {rows.map((exam) => (
              <li key={exam.id} className="@container lazy-paint rounded-card border border-line bg-surface">
                <SettingRow name={exam.courseName} more={<About exam={exam} />}>
                  {may.update && (
                    <>
                      <EditButton name={titleOf(exam)} onClick={() => setEdited(exam)} />
                      <Remove exam={exam} />
                    </>
                  )}
                </SettingRow>
              </li>
            ))}
          </ul>
          <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
        </>
      )}
      {edited && (
        <EditDialog
          of="exams"
          fields={form.fields(edited === 'new' ? undefined : edited)}
          schema={NewExam}
          start={edited === 'new' ? form.start : { classRoomId: edited.classRoomId }}
          row={edited === 'new' ? null : edited}
          add={exams.add}
          update={exams.update}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function About({ exam }: { exam: Exam }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="flex flex-wrap gap-x-4">
        <Bdi>{exam.classRoomName}</Bdi>
        <Day day={exam.date} named />
        <Bdi>{exam.monthName}</Bdi>
      </p>
      <p className="flex flex-wrap gap-x-4">
        <span>
          {t('settings.exams.rate')}: <Digits>{exam.rate}</Digits>
        </span>
        <span>
          {t('settings.exams.by')}: <Bdi>{exam.supervisorName}</Bdi>
        </span>
      </p>
      {exam.details && (
        <p className="line-clamp-2">
          <Bdi>{exam.details}</Bdi>
        </p>
      )}
    </>
  )
}

function Remove({ exam }: { exam: Exam }) {
  const { t } = useTranslation()
  const remove = useChange(exams.remove)
  const name = titleOf(exam)
  return (
    <AskFirst
      title={t('settings.removeAsk', { name: isolated(name) })}
      description={t('settings.exams.removeMeans')}
      submit={t('settings.remove')}
      run={() => remove({ examId: exam.id })}
      danger
    >
      {(ask, busy) => (
        <IconButton label={`${t('settings.remove')}: ${name}`} onClick={ask} disabled={busy}>
          <Trash2 className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </AskFirst>
  )
}

/** What tells one exam from the others where only a line is read out. */
const titleOf = ({ courseName, classRoomName, date }: Exam) =>
  [courseName, classRoomName, shownDay(date)].join(' · ')
