import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { bankTexts } from './bank-texts.ts'
import type { RemarkStudent } from './RemarkLine.tsx'

type Props = {
  student: RemarkStudent
  text: string
  /** The course; null: the class. */
  course: string | null
  language: 'ar' | 'en'
}

/** How the remark that is being written stands on the card, beside the fields where there is room for it. */
export function RemarkPreview({ student, text, course, language }: Props) {
  const { t } = useTranslation()
  const { studentName, latinName, remark } = student
  const name = language === 'en' ? (latinName ?? studentName) : studentName
  return (
    <aside className="space-y-2 self-start max-lg:hidden lg:sticky lg:top-[calc(var(--spacing-header)+1.25rem)]">
      <h3 className="text-sm text-muted">{t('remarks.onCard')}</h3>
      <div
        lang={language}
        dir={language === 'ar' ? 'rtl' : 'ltr'}
        className="space-y-2 rounded-card border border-line bg-surface p-4"
      >
        <p className="font-semibold">
          <Bdi>{name}</Bdi>
        </p>
        {bankTexts({ body: text, bodyF: null }, student).map((one) => (
          <p key={one} className="text-sm whitespace-pre-line">
            <b>
              <Bdi>{course ?? t(`remarks.heading.${language}`)}</Bdi>
            </b>{' '}
            {one || '–'} {remark?.body === one && <small>{remark.authorName}</small>}
          </p>
        ))}
      </div>
    </aside>
  )
}
