import { actWords } from '#contract/platform/audit/acts.ts'
import type { auditLog } from '#contract/platform/audit/audit.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { Moment } from '#web/ui/Moment.tsx'

type Line = OutputOf<typeof auditLog.ofSchool>[number]
type Props = {
  rows: Line[]
  timeZone: string
  onPerson: (person: { id: string; name: string }) => void
  ofPlatform: boolean
}

/** Lines of the audit; the name of who did it narrows the log to that person. */
export function AuditLines({ rows, timeZone, onPerson, ofPlatform }: Props) {
  const { t, language } = useTranslation()
  const at = language === 'ar' ? 1 : 0
  const columns: Column<Line>[] = [
    {
      key: 'act',
      label: t('settings.audit.act'),
      main: true,
      cell: ({ act, kind, exportedRows }) => (
        <span className={kind === 'refused' || act === 'failed' ? 'text-danger' : undefined}>
          {actWords[act]?.[at]}
          {exportedRows !== null && <> · {t('settings.audit.rows', { count: exportedRows })}</>}
        </span>
      ),
    },
    { key: 'time', label: t('settings.audit.time'), cell: (line) => <Moment at={line.at} timeZone={timeZone} /> },
    {
      key: 'by',
      label: t('settings.audit.by'),
      cell: ({ personId, personName }) =>
        personId && personName ? (
          <button
            type="button"
            className="min-h-11 text-start text-primary underline"
            title={t('settings.audit.only', { name: personName })}
            onClick={() => onPerson({ id: personId, name: personName })}
          >
            <Bdi>{personName}</Bdi>
          </button>
        ) : (
          t('settings.audit.somebody')
        ),
    },
    {
      key: 'about',
      label: t('settings.audit.about'),
      cell: ({ aboutName, schoolName }) => {
        const name = aboutName ?? (ofPlatform ? schoolName : null)
        return name && <Bdi>{roleName(t, name)}</Bdi>
      },
    },
    {
      key: 'where',
      label: t('settings.audit.where'),
      cell: ({ ipAddress, device }) =>
        ipAddress || device ? (
          <span className="text-sm text-muted">
            <Bdi>{device || t('sessions.unknown')}</Bdi>
            {ipAddress && (
              <>
                {' · '}
                <Digits>{ipAddress}</Digits>
              </>
            )}
          </span>
        ) : null,
    },
  ]
  return (
    <DataTable
      label={t('settings.audit.title')}
      columns={columns}
      rows={rows}
      rowKey={({ number }) => String(number)}
    />
  )
}
