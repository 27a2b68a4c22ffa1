import type { OutputOf } from '#contract/language/operation.ts'
import type { results } from '#contract/results/results/results.ts'
import type { PartFigure } from '#contract/results/results/scheme-rules.ts'
import { useTranslation } from '#web/lib/i18n.ts'

export type CourseRow = OutputOf<typeof results.student>[number]['total']

type Named = { name: string; nameAr: string }

/** The name of a part or a band in the language of the page. */
export function useNameOf() {
  const { language } = useTranslation()
  return ({ name, nameAr }: Named) => (language === 'ar' ? nameAr : name)
}

/** How a figure came about, in words: "8 works, best 6, mean 17.5 of 20". */
export function useDerivation() {
  const { t } = useTranslation()
  return ({ source, state, derivation }: PartFigure) => {
    const { kind, count, used, missing, mean, of, absent, late, origin } = derivation
    const words = {
      typed: () => [origin ?? t('results.how.typed')],
      notTyped: () => [t('results.how.notTyped')],
      none: () => [t('results.how.none')],
      state: () => [t(`results.state.${state ?? 'absent'}`), origin],
      attendance: () => [
        t('results.how.days', { count }),
        t('results.how.absent', { count: absent }),
        t('results.how.late', { count: late }),
      ],
      lessons: () => [
        t('results.how.lessons', { count }),
        t('results.how.absent', { count: absent }),
        t('results.how.late', { count: late }),
      ],
      conduct: () => [t('results.how.conduct', { mean: mean ?? 0, of: of ?? 0 })],
      work: () => [
        t(`results.how.${source}`, { count }),
        used < count - missing && t('results.how.best', { count: used }),
        missing > 0 && t('results.how.missing', { count: missing }),
        t('results.how.mean', { mean: mean ?? 0, of: of ?? 0 }),
      ],
    }[kind]()
    return words.filter(Boolean).join(t('results.how.and'))
  }
}
