import { X } from 'lucide-react'
import { useState } from 'react'
import { isArabicOffered, rememberLanguage, speak, useTranslation } from '#web/lib/i18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { toastRefusal } from '#web/ui/toast.ts'

/** One line in Arabic for a visitor whose browser uses Arabic, until a language is chosen. */
export function ArabicOffer() {
  const { t, language } = useTranslation()
  const [offered, setOffered] = useState(isArabicOffered)
  if (!offered || language === 'ar') return null

  const accept = () => speak('ar').catch(toastRefusal)
  const decline = () => {
    rememberLanguage('en')
    setOffered(false)
  }
  return (
    <div lang="ar" dir="rtl" className="flex items-center gap-2 border-b border-line bg-soft px-4 py-1.5 md:px-7">
      <p className="me-auto">{t('header.arabicOffer')}</p>
      <Button tone="quiet" onClick={() => void accept()}>
        {t('header.arabicAccept')}
      </Button>
      <IconButton label={t('header.arabicDecline')} onClick={decline}>
        <X className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
