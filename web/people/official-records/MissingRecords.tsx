import { Printer } from 'lucide-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { missingKinds, recordLists } from '#contract/people/official-records/record-lists.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'

const MissingLetters = lazy(part(async () => (await import('./MissingLetters.tsx')).MissingLetters))

type Missing = OutputOf<typeof recordLists.missing>[number]
type Kind = (typeof missingKinds)[number]

/** In whose record something is missing, before a census asks for it. */
export function MissingRecords({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<Kind | 'any'>('any')
  const input = { schoolId, ...(kind !== 'any' && { missing: kind }) }
  const { data, error, refetch } = useWhole(recordLists.missing, input)
  const [printing, setPrinting] = useState(false)
  const { schools } = useSession()
  const school = schools.find(({ id }) => id === schoolId)
  const title = t('settings.missing.title')
  return (
    <section className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base">{title}</h2>
        <span className="flex flex-wrap items-center gap-2 print:hidden">
          <Dropdown
            words
            label={t('settings.missing.which')}
            value={kind}
            onChange={(value) => setKind(value as Kind | 'any')}
            items={(['any', ...missingKinds] as const).map((value) => ({
              value,
              label: t(`settings.missing.${value}`),
            }))}
          />
          {data && data.length > 0 && (
            <>
              <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => setPrinting(true)}>
                {t('settings.missing.letters')}
              </Button>
              <ExportButton list={recordLists.missing} input={input} narrowed={kind !== 'any'} />
            </>
          )}
        </span>
      </div>
      <RowStates
        rows={data}
        error={error}
        again={refetch}
        count={3}
        empty={<p className="text-muted">{t('settings.missing.nothing')}</p>}
      >
        {(rows) => <DataTable label={title} columns={columnsOf(t)} rows={rows} rowKey={({ studentId }) => studentId} />}
      </RowStates>
      {printing && school && data && (
        <LazyPart onClose={() => setPrinting(false)}>
          <MissingLetters school={school} rows={data} missingOf={missingOf} onClose={() => setPrinting(false)} />
        </LazyPart>
      )}
    </section>
  )
}

const columnsOf = (t: (key: string) => string): Column<Missing>[] => [
  {
    key: 'studentName',
    label: t('settings.record.student'),
    main: true,
    cell: ({ studentId, studentName }) => (
      <Link
        className="text-primary underline-offset-4 hover:underline"
        to={paths.student(studentId, 'staff', 'record')}
      >
        <Bdi>{studentName}</Bdi>
      </Link>
    ),
  },
  {
    key: 'classRoomName',
    label: t('settings.record.classRoom'),
    cell: ({ classRoomName }) => <Bdi>{classRoomName}</Bdi>,
  },
  {
    key: 'missing',
    label: t('settings.missing.title'),
    cell: (row) =>
      missingOf(row)
        .map((kind) => t(`settings.missing.${kind}`))
        .join(' · '),
  },
  {
    key: 'confirmedOn',
    label: t('settings.missing.confirmedOn'),
    cell: ({ confirmedOn }) => confirmedOn && <Day day={confirmedOn} />,
  },
]

const lacking = <K extends Kind>(kind: K) => `no${kind[0]!.toUpperCase()}${kind.slice(1)}` as `no${Capitalize<K>}`

const missingOf = (row: Missing) => missingKinds.filter((kind) => row[lacking(kind)])
