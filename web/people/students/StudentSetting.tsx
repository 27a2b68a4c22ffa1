import { Plus } from 'lucide-react'
import { lazy, type ReactNode, useCallback, useState } from 'react'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { useOpenedBy } from '#web/ui/opened-by.ts'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Balance, useBalance } from './Balance.tsx'
import { useClassChoices } from './class-choices.ts'
import { inputOf, useStudentFilters } from './filters.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import { SchoolWaits } from '#web/records/SchoolWaits.tsx'
import { StudentTable } from './StudentTable.tsx'
import { StudentTools } from './StudentTools.tsx'

const loadStudentFilters = part(async () => (await import('./StudentFilters.tsx')).StudentFilters)
const StudentFilters = lazy(loadStudentFilters)
const loadChosenBar = part(async () => (await import('./ChosenBar.tsx')).ChosenBar)
const ChosenBar = lazy(loadChosenBar)
const StudentJobs = lazy(part(async () => (await import('./StudentJobs.tsx')).StudentJobs))
const loadAddStudent = part(async () => (await import('./AddStudent.tsx')).AddStudent)
const AddStudent = lazy(loadAddStudent)

type Props = {
  school: OwnSchool
  search: string
  onSearch: (search: string) => void
  /** Further actions on the list. While there is no student, those that add some, in words. */
  tools?: (isEmpty: boolean) => ReactNode
}

/** The students of a school, in pages. They can be searched, filtered, added and changed, and their seats can be renewed. */
export function StudentSetting({ school, search, onSearch, tools }: Props) {
  const { t } = useTranslation()
  const narrowing = useStudentFilters()
  const classRooms = useClassChoices(school.id)
  const settled = useSettled(search)
  const narrowed = inputOf(school.id, settled, narrowing.filters)
  const list = useList(studentRecords.list, { ...narrowed, pageSize: 50 })
  const balance = useBalance(school.id)
  const [adding, setAdding] = useOpenedBy('student')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const mayAdd = useMay(studentRecords.add)
  const choose = useCallback((id: string) => setChosen((now) => toggled(now, id)), [])
  const leaveOut = (ids: string[]) => setChosen((now) => new Set([...now].filter((one) => !ids.includes(one))))
  usePrefetch(loadStudentFilters, loadAddStudent, loadChosenBar)

  const { rows } = list
  const isEmpty = rows?.length === 0 && !narrowing.isNarrowed && settled === ''
  const add = mayAdd && (
    <Button
      tone="primary"
      short={!isEmpty}
      icon={<Plus className="size-5" aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      {t('settings.students.add')}
    </Button>
  )
  const adders = (
    <>
      {tools?.(isEmpty)}
      {add}
    </>
  )

  return (
    <Screen
      title={t('settings.students.title')}
      lead={
        balance !== null && (
          <span className="max-md:hidden">
            <Balance coins={balance} />
          </span>
        )
      }
      tools={rows && !isEmpty && adders}
    >
      <SchoolWaits school={school} sentence="settings.students.afterApproval" />
      <LazyPart>
        <StudentJobs school={school} />
      </LazyPart>
      {!isEmpty && (
        <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 md:gap-y-2">
          <SearchField
            className="min-w-0 grow basis-64 md:max-w-md"
            label={t('settings.students.search')}
            value={search}
            onChange={onSearch}
          />
          {/* On a phone, all in one row that scrolls sideways, so that the students begin higher up. */}
          <div className="relative -mx-4 flex w-[calc(100%+2rem)] items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:contents">
            <LazyPart fallback={<Skeleton className="h-11 w-64 shrink-0" />}>
              <StudentFilters classRooms={classRooms.all} {...narrowing} />
            </LazyPart>
            {rows && (
              <StudentTools
                schoolId={school.id}
                onDone={() => setChosen(new Set())}
                count={
                  <>
                    <p role="status" className="shrink-0 text-sm text-muted">
                      {t('settings.students.count', { count: list.total })}
                    </p>
                    {balance !== null && (
                      <span className="shrink-0 text-sm text-muted md:hidden">
                        <Balance coins={balance} />
                      </span>
                    )}
                  </>
                }
              >
                {rows.length > 0 && (
                  <Button
                    tone="quiet"
                    className="ms-auto shrink-0"
                    onClick={() => setChosen(new Set([...chosen, ...rows.map(({ id }) => id)]))}
                  >
                    {t('settings.students.chooseShown')}
                  </Button>
                )}
                <ExportButton list={studentRecords.list} input={narrowed} />
              </StudentTools>
            )}
          </div>
        </div>
      )}
      <RowStates
        rows={rows}
        error={list.error}
        again={list.refetch}
        isEmpty={isEmpty}
        empty={
          <Empty sentence={t('settings.students.empty')}>
            <div className="flex flex-wrap justify-center gap-3">{adders}</div>
          </Empty>
        }
      >
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <Empty sentence={t('settings.noneFound')} />
            ) : (
              <StudentTable students={rows} balance={balance} chosen={chosen} onChoose={choose} />
            )}
            <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
            {chosen.size > 0 && (
              <>
                <div className="h-28 sm:h-16" />
                <LazyPart>
                  <ChosenBar
                    school={school}
                    chosen={chosen}
                    onLeaveOut={leaveOut}
                    onClear={() => setChosen(new Set())}
                  />
                </LazyPart>
              </>
            )}
          </>
        )}
      </RowStates>
      {mayAdd && adding && (
        <LazyPart onClose={() => setAdding(false)}>
          <AddStudent
            school={school}
            classRoomId={narrowing.filters.classRoomId}
            balance={balance}
            onClose={() => setAdding(false)}
          />
        </LazyPart>
      )}
    </Screen>
  )
}

const toggled = (ids: ReadonlySet<string>, id: string) => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}
