import { TriangleExclamationPoint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from './Button.tsx'
import { toastRefusal } from './toast.ts'

/** One field in which two people's versions differ; everything is already translated. */
export type Difference = { label: string; mine: string; theirs: string }

type Props = { differences: Difference[]; onMine: () => Promise<unknown>; onTheirs: () => void }

/** The typed values next to those that somebody else stored meanwhile, field by field, and the choice between them. */
export function TwoVersions({ differences, onMine, onTheirs }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [sending, setSending] = useState(false)
  useEffect(() => box.current?.focus(), [])

  const keepMine = () => {
    setSending(true)
    onMine()
      .catch(toastRefusal)
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
        <TriangleExclamationPoint className="size-5 shrink-0" aria-hidden="true" />
        {t('versions.changedMeanwhile')}
      </p>
      <dl className="my-3 space-y-3">
        {differences.map(({ label, mine, theirs }) => (
          <div key={label}>
            <dt className="font-medium">{label}</dt>
            <Version who={t('versions.mine')} text={mine} />
            <Version who={t('versions.theirs')} text={theirs} />
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button tone="primary" disabled={sending} onClick={keepMine}>
          {t('versions.keepMine')}
        </Button>
        <Button disabled={sending} onClick={onTheirs}>
          {t('versions.takeTheirs')}
        </Button>
      </div>
    </div>
  )
}

function Version({ who, text }: { who: string; text: string }) {
  const { dir } = useTranslation()
  // Texts of the product around a name have the direction of the page, even if the text begins with the name.
  const isOurs = text.includes('\u2068')
  return (
    <dd className="line-clamp-4 whitespace-pre-line [overflow-wrap:anywhere]">
      {who} <bdi dir={isOurs ? dir : 'auto'}>{text || '—'}</bdi>
    </dd>
  )
}
