import { useState } from 'react'
import { Link } from 'react-router'
import { conduct, recordStates } from '#contract/teaching/conduct/conduct.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLiveRefresh } from '#web/lib/live-refresh.ts'
import { paths } from '#web/lib/paths.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Empty } from '#web/ui/States.tsx'
import { RecordActions } from './RecordActions.tsx'
import { RecordLine } from './RecordLine.tsx'
import type { RecordState } from './words.ts'

/** What was recorded of conduct across the school: what waits for a decision first. */
export function ConductTab({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const [state, setState] = useState<RecordState>('waiting')
  const [search, setSearch] = useState('')
  const settled = useSettled(search)
  const decides = useMay(conduct.decide)
  const input = { schoolId: school.id, state, ...(settled && { search: settled }) }
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(conduct.list, input)
  useLiveRefresh(school.id, conduct.list)
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-1 md:gap-2">
        <Segments
          label={t('conduct.view')}
          value={state}
          onChange={setState}
          items={recordStates.map((value) => ({ value, label: t(`conduct.state.${value}`) }))}
        />
        <SearchField label={t('conduct.search')} value={search} onChange={setSearch} className="flex-1 basis-40" />
        {rows && rows.length > 0 && <ExportButton list={conduct.list} input={input} />}
      </div>
      <RowStates rows={rows} error={error} again={refetch} count={4} empty={<Empty sentence={t('conduct.noneOf')} />}>
        {(rows) => (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {rows.map((record) => (
              <li key={record.id}>
                <RecordLine
                  record={record}
                  lead={
                    <p>
                      <Link
                        to={paths.student(record.studentId, 'staff', 'conduct')}
                        className="font-medium hover:text-primary"
                      >
                        <Bdi>{record.studentName}</Bdi>
                      </Link>{' '}
                      <span className="text-sm text-muted">
                        <Bdi>{record.classRoomName}</Bdi>
                      </span>
                    </p>
                  }
                >
                  {decides && <RecordActions record={record} />}
                </RecordLine>
              </li>
            ))}
          </ul>
        )}
      </RowStates>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </div>
  )
}
