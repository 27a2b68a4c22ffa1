import { useTranslation } from '#web/lib/i18n.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { itemsOf } from '#web/ui/items.ts'
import type { ResultChoices } from './plan.ts'

type Props = Pick<ResultChoices, 'years' | 'termId'> & {
  /** The term that shows in the address; none for the one that the current year begins with. */
  onTerm: (termId: string, isOfOtherYear: boolean) => void
}

/** The term of which results are shown, and its year where there is another one to choose. */
export function YearAndTerm({ years, termId, onTerm }: Props) {
  const { t } = useTranslation()
  const year = yearOf(years, termId)
  const chooseYear = (id: string) => {
    const { current, termId: begins } = years.find((one) => one.id === id)!
    onTerm(current ? '' : begins, true)
  }
  return (
    <>
      {years.some((one) => one !== year) && (
        <FilterChoice
          chip
          label={t('results.year')}
          placeholder={t('results.year')}
          items={itemsOf(years)}
          value={year?.id ?? null}
          onChange={chooseYear}
        />
      )}
      {year && (
        <FilterChoice
          chip
          label={t('results.term')}
          items={itemsOf(year.terms)}
          value={termId}
          onChange={(id) => onTerm(id, false)}
        />
      )}
    </>
  )
}

export const yearOf = (years: ResultChoices['years'], termId: string | null) =>
  years.find(({ terms }) => terms.some(({ id }) => id === termId))
