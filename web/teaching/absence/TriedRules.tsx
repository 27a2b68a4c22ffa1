import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import type { RuleInEditor } from './words.ts'

/** Whom these rules would have reached by today. Nothing is stored. */
export function TriedRules({ schoolId, rules }: { schoolId: string; rules: RuleInEditor[] }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(absenceRules.try, { schoolId, rules })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={3} />
  return (
    <section className="space-y-2">
      <h2 className="text-lg">{t('absence.rules.tried')}</h2>
      <DataTable
        label={t('absence.rules.tried')}
        rows={data}
        rowKey={({ ruleName, threshold }) => `${ruleName} ${threshold}`}
        columns={[
          {
            key: 'step',
            label: t('absence.rules.step'),
            main: true,
            cell: ({ ruleName, stepName }) => (
              <>
                <Bdi>{ruleName}</Bdi> · <Bdi>{stepName}</Bdi>
              </>
            ),
          },
          { key: 'students', label: t('absence.rules.students'), cell: ({ students }) => <Digits>{students}</Digits> },
          {
            key: 'examples',
            label: t('absence.rules.examples'),
            cell: ({ examples }) => (examples.length > 0 ? <Bdi>{examples.join(t('common.comma'))}</Bdi> : null),
          },
        ]}
      />
    </section>
  )
}
