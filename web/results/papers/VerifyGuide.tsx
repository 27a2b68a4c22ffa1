import { QrCode, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { pastedCode } from '#contract/results/papers/paper-code.ts'
import { type Language, textsOf, useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

/** The first thing to do for somebody who came without a code. */
export function Begin() {
  const { t } = useTranslation()
  return (
    <Card className="space-y-4">
      <p className="flex items-start gap-3 text-lg font-medium">
        <QrCode className="mt-1 size-7 shrink-0 text-primary" aria-hidden="true" />
        <span>{t('verify.begin')}</span>
      </p>
      <TypedCode />
    </Card>
  )
}

/** What this page is, for somebody who has never heard of us, in both languages: nobody knows who holds the paper. */
export function HowChecked() {
  const { t } = useTranslation()
  const steps = ['what', 'compare', 'shows', 'privacy']
  return (
    <Card className="space-y-3">
      <h2 className="text-lg">{t('verify.how')}</h2>
      {steps.map((step) => (
        <p key={step}>{t(`verify.explain.${step}`)}</p>
      ))}
      <div className="border-t border-line pt-3 text-sm text-muted">
        <OtherLanguage of="verify.explain.short" />
      </div>
    </Card>
  )
}

/** The same in the language that the page is not in. */
export function OtherLanguage({ of }: { of: string }) {
  const { language } = useTranslation()
  const other: Language = language === 'ar' ? 'en' : 'ar'
  const [text, setText] = useState('')
  useEffect(() => {
    let stopped = false
    textsOf('.verify', other)
      .then((read) => !stopped && setText(read(of)))
      // It says nothing that does not stand there already.
      .catch(() => undefined)
    return () => {
      stopped = true
    }
  }, [other, of])
  return (
    <span lang={other} dir={other === 'ar' ? 'rtl' : 'ltr'}>
      {text}
    </span>
  )
}

/** For a paper whose code no camera reads: its address, typed or pasted. */
export function TypedCode() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (pastedCode(text)) void navigate({ pathname: paths.verify(), hash: pastedCode(text) })
      }}
    >
      <label className="min-w-0 flex-1 basis-60">
        <span className="mb-1 block text-sm">{t('verify.paste')}</span>
        <input
          dir="ltr"
          value={text}
          onChange={({ target }) => setText(target.value)}
          maxLength={2000}
          className="min-h-12 w-full rounded-field border border-line bg-surface px-4 py-2"
        />
      </label>
      <Button type="submit" icon={<Search className="size-5" aria-hidden="true" />}>
        {t('verify.check')}
      </Button>
    </form>
  )
}
