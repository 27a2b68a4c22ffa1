import { imports } from '#contract/exchange/imports/imports.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Button } from '#web/ui/Button.tsx'
import { changeImport, type Import } from './import.ts'

/** Rows that have another state of a day than the school. Which of them counts is decided row by row, or here for all of them. */
function DoubtedDays({ draft: { id, doubted, version } }: { draft: Import }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('imports.doubtedDays', { count: doubted })}
      className="mb-6 rounded-card bg-wait-soft px-5 py-4"
    >
      <h2 className="font-semibold">{t('imports.doubtedDays', { count: doubted })}</h2>
      <p className="mt-1 text-sm">{t('imports.doubtedHint')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {(['keep', 'take'] as const).map((decision) => (
          <AskFirst
            key={decision}
            title={t(`imports.${decision}DaysAsk`, { count: doubted })}
            description={t(`imports.${decision}DaysMeans`)}
            submit={t(`imports.${decision}Days`)}
            run={() => changeImport(imports.decideAll, { importId: id, decision, baseVersion: version })}
          >
            {(ask, busy) => (
              <Button onClick={ask} disabled={busy} className="px-4 text-sm">
                {t(`imports.${decision}Days`)}
              </Button>
            )}
          </AskFirst>
        ))}
      </div>
    </section>
  )
}

/** Rows that do not agree with the student whom they would change. They are decided one by one, or here for all of them. */
export function Doubted({ draft }: { draft: Import }) {
  const { t } = useTranslation()
  const { id, doubted, kind, columns, version } = draft
  if (doubted === 0) return null
  if (kind === 'attendance') return <DoubtedDays draft={draft} />
  const codes = columns.find(({ meaning }) => meaning === 'code')
  const decideAll = (decision: 'same' | 'new') =>
    changeImport(imports.decideAll, { importId: id, decision, baseVersion: version })
  const textOf = (key: string) => (kind === 'staff' ? `${key}Staff` : key)
  const choices = [
    { key: 'allSame', run: () => decideAll('same') },
    // Guardians are brought to students who are there.
    ...(kind === 'students' ? [{ key: 'allNew', run: () => decideAll('new') }] : []),
    ...(codes
      ? [
          {
            key: 'otherCodes',
            run: () =>
              changeImport(imports.setColumns, {
                importId: id,
                columns: [{ position: codes.position, meaning: null }],
                baseVersion: version,
              }),
          },
        ]
      : []),
  ] as const
  return (
    <section aria-label={t('imports.doubtedTitle')} className="mb-6 rounded-card bg-wait-soft px-5 py-4">
      <h2 className="font-semibold">{t('imports.doubted', { count: doubted })}</h2>
      <p className="mt-1 text-sm">{t('imports.doubtedHint')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {choices.map(({ key, run }) => (
          <AskFirst
            key={key}
            title={t(`imports.${textOf(key)}Ask`, { count: doubted })}
            description={t(`imports.${textOf(key)}Means`)}
            submit={t(`imports.${key}`)}
            run={run}
          >
            {(ask, busy) => (
              <Button onClick={ask} disabled={busy} className="px-4 text-sm">
                {t(`imports.${key}`)}
              </Button>
            )}
          </AskFirst>
        ))}
      </div>
    </section>
  )
}
