import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Account, differing } from './account.ts'

type Props = { mine: Account; theirs: Account; onMine: () => Promise<unknown>; onTheirs: () => void }

/** What was typed beside what somebody stored meanwhile, field by field, and the choice between them. */
export function TwoVersions({ mine, theirs, onMine, onTheirs }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [sending, setSending] = useState(false)
  useEffect(() => box.current?.focus(), [])

  const keepMine = () => {
    setSending(true)
    onMine()
      .catch((error: unknown) => toast({ title: sentenceFrom(error), tone: 'danger' }))
      .finally(() => setSending(false))
  }

  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-5 rounded-field border border-accent bg-wait-soft p-4 outline-none"
    >
      <p className="flex items-start gap-3">
        <TriangleAlert className="size-5 shrink-0" aria-hidden="true" />
        {t('profile.changedMeanwhile')}
      </p>
      <dl className="my-3 space-y-3">
        {differing(mine, theirs).map((field) => (
          <div key={field}>
            <dt className="font-medium">{t(`profile.${field}`)}</dt>
            <Version who={t('profile.mine')} text={mine[field]} />
            <Version who={t('profile.theirs')} text={theirs[field]} />
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button tone="primary" disabled={sending} onClick={keepMine}>
          {t('profile.keepMine')}
        </Button>
        <Button disabled={sending} onClick={onTheirs}>
          {t('profile.takeTheirs')}
        </Button>
      </div>
    </div>
  )
}

const Version = ({ who, text }: { who: string; text: string }) => (
  <dd className="[overflow-wrap:anywhere]">
    {who} <bdi>{text || '—'}</bdi>
  </dd>
)
