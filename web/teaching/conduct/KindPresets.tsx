import { conductKinds } from '#contract/teaching/conduct/conduct-kinds.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sourceInWords } from '#web/lib/press.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import type { KindInEditor } from './words.ts'

/** Levels of ministries as they were collected, to be looked at and taken over; none is there before the school saves it. */
export function KindPresets({ schoolId, onTake }: { schoolId: string; onTake: (kinds: KindInEditor[]) => void }) {
  const { t } = useTranslation()
  const { data } = useRead(conductKinds.presets, { schoolId })
  if (!data) return null
  return (
    <section className="space-y-3">
      <h2 className="text-lg">{t('conduct.presets.title')}</h2>
      <p className="text-muted">{t('conduct.presets.lead')}</p>
      <ul className="grid gap-3 md:grid-cols-2">
        {data.map(({ key, kinds, collectedIn }) => (
          <li key={key}>
            <Card className="flex h-full flex-col gap-2">
              <h3 className="text-base">{t(`conduct.presets.${key}`)}</h3>
              <p className="text-sm">{t('conduct.presets.levels', { count: kinds.length })}</p>
              <p className="text-sm text-muted">
                {t('conduct.kinds.source')}: <Bdi>{sourceInWords(kinds[0]!.source)}</Bdi> ·{' '}
                {t('conduct.presets.collected')} <Digits>{collectedIn}</Digits>
              </p>
              <Button className="mt-auto self-start" onClick={() => onTake(kinds)}>
                {t('conduct.presets.take')}
              </Button>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
