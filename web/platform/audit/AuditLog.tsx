import { auditLog } from '#contract/platform/audit/audit.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditLines } from './AuditLines.tsx'
import { useAuditFilters } from './filters.ts'

/** What was done in a school, for who may read its log. */
export const AuditOfSchool = ({ school }: { school: OwnSchool }) => (
  <AuditLog list={auditLog.ofSchool} place={{ schoolId: school.id }} timeZone={school.timeZone} lead="leadSchool" />
)

/** What belongs to no school, and what the platform did with schools. */
export const AuditOfPlatform = () => (
  <AuditLog list={auditLog.ofPlatform} place={{}} timeZone="Africa/Cairo" lead="leadPlatform" />
)

type Lists = typeof auditLog.ofSchool | typeof auditLog.ofPlatform
type Props<O extends Lists> = { list: O; place: { schoolId?: string }; timeZone: string; lead: string }

function AuditLog<O extends Lists>({ list, place, timeZone, lead }: Props<O>) {
  const { t } = useTranslation()
  const filters = useAuditFilters()
  const { kind, personId, dateFrom, dateTo } = filters
  const input = {
    ...place,
    ...(kind && { kind }),
    ...(personId && { personId }),
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
  } as InputOf<O>
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(list, input)
  return (
    <Screen
      title={t('settings.audit.title')}
      // On a phone the help of the screen says it.
      lead={<span className="max-md:hidden">{t(`settings.audit.${lead}`)}</span>}
      tools={rows && rows.length > 0 && <ExportButton list={list} input={input} />}
    >
      <AuditFilters filters={filters} />
      <RowStates rows={rows} error={error} again={refetch} empty={<Empty sentence={t('settings.audit.empty')} />}>
        {(rows) => (
          <>
            <AuditLines
              rows={rows}
              timeZone={timeZone}
              onPerson={filters.only}
              ofPlatform={place.schoolId === undefined}
            />
            <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
          </>
        )}
      </RowStates>
    </Screen>
  )
}
