import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { title: string; lead: string; save: () => Promise<unknown>; children: ReactNode }

/** A part of the calendar that is stored as a whole. */
export function SettingCard({ title, lead, save, children }: Props) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const stored = () => {
    setBusy(true)
    save()
      .catch((error: unknown) => toast({ title: sentenceFrom(error), tone: 'danger' }))
      .finally(() => setBusy(false))
  }
  return (
    <section className="rounded-card border border-line bg-surface p-5 print:hidden">
      <h3 className="text-lg">{title}</h3>
      <p className="mb-4 text-sm text-muted">{lead}</p>
      <div className="space-y-4">{children}</div>
      <div className="mt-5 flex justify-end">
        <Button disabled={busy} onClick={stored}>
          {t('common.save')}
        </Button>
      </div>
    </section>
  )
}
