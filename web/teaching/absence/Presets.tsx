import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sourceInWords } from '#web/lib/press.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type RuleInEditor, countWords } from './words.ts'

/** Rules of ministries as they were collected, to be looked at and taken over; none counts before the school saves it. */
export function Presets({ schoolId, onTake }: { schoolId: string; onTake: (rules: RuleInEditor[]) => void }) {
  const { t } = useTranslation()
  const { data } = useRead(absenceRules.presets, { schoolId })
  if (!data) return null
  return (
    <section className="space-y-3">
      <h2 className="text-lg">{t('absence.presets.title')}</h2>
      <p className="text-muted">{t('absence.presets.lead')}</p>
      <ul className="grid gap-3 md:grid-cols-2">
        {data.map(({ key, rules, collectedIn, contradicts }) => (
          <li key={key}>
            <Card className="flex h-full flex-col gap-2">
              <h3 className="text-base">{t(`absence.presets.${key}`)}</h3>
              {rules.map((rule) => (
                <div key={rule.ruleName}>
                  <p className="font-medium">
                    <Bdi>{rule.ruleName}</Bdi>
                  </p>
                  <p className="text-sm">{rule.steps.map((step) => countWords(t, rule, step.at)).join(' · ')}</p>
                  <p className="text-sm text-muted">
                    {t('absence.rules.source')}: <Bdi>{sourceInWords(rule.source)}</Bdi>
                  </p>
                </div>
              ))}
              <p className="text-sm text-muted">
                {t('absence.presets.collected')} <Digits>{collectedIn}</Digits>
              </p>
              {contradicts && <p className="text-sm text-wait">{t(`absence.presets.contradicts.${key}`)}</p>}
              <Button
                className="mt-auto self-start"
                onClick={() => onTake(rules.map((rule) => ({ ...rule, gradeIds: [], active: true })))}
              >
                {t('absence.presets.take')}
              </Button>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
