import { useTranslation } from '#web/lib/i18n.ts'
import { Segments } from '#web/ui/Segments.tsx'
import { type PaperLanguage, paperLanguages } from './labels.ts'

/** The languages a paper is printed in. */
export function LanguageChoice({ value, onChange }: { value: PaperLanguage; onChange: (one: PaperLanguage) => void }) {
  const { t } = useTranslation()
  return (
    <Segments
      label={t('papers.language')}
      value={value}
      onChange={onChange}
      items={paperLanguages.map((one) => ({ value: one, label: t(`papers.languages.${one}`) }))}
    />
  )
}
