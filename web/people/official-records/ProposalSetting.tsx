import { mayBeAtOnce, proposalWays, recordProposals } from '#contract/people/official-records/proposals.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSaving } from '#web/records/saving.ts'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Segments } from '#web/ui/Segments.tsx'

/** What parents may propose to change in the record of a child, field by field. */
export function ProposalSetting({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const may = useMay(recordProposals.saveSettings, schoolId)
  const { data, error, refetch } = useRead(recordProposals.settings, { schoolId }, { enabled: may })
  if (!may) return null
  return (
    <section className="mt-8 space-y-3" aria-labelledby="proposals-of-parents">
      <h2 id="proposals-of-parents" className="text-lg">
        {t('corrections.setting')}
      </h2>
      <p className="text-sm text-muted">{t('corrections.settingMeans')}</p>
      {data ? <Ways settings={data} /> : <LoadingOrFailed error={error} again={refetch} count={6} />}
    </section>
  )
}

function Ways({ settings: { schoolId, ways, version } }: { settings: OutputOf<typeof recordProposals.settings> }) {
  const { t } = useTranslation()
  const { mutateAsync: store } = useWrite(recordProposals.saveSettings)
  const { saving, save } = useSaving()
  return (
    <Card>
      <ul className="divide-y divide-line">
        {ways.map(({ field, way }) => (
          <li key={field} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span>{t(`settings.record.${field}`)}</span>
            <Segments
              label={t(`settings.record.${field}`)}
              value={way}
              onChange={(next) => {
                if (next !== way && !saving)
                  void save(() => store({ schoolId, ways: [{ field, way: next }], baseVersion: version }))
              }}
              items={proposalWays
                .filter((one) => one !== 'atOnce' || mayBeAtOnce.includes(field))
                .map((value) => ({ value, label: t(`corrections.way.${value}`) }))}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
