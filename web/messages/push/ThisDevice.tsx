import { BellOff, BellRing } from 'lucide-react'
import { useState } from 'react'
import { push, type DeviceLanguage } from '#contract/messages/push/push.ts'
import { stale, useRead } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ability, turnPushOff, turnPushOn } from '#web/lib/push.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toast.ts'

/** Whether this browser shows notices while the product is closed. It explains the browser's question first. */
export function ThisDevice({ language: chosen }: { language: DeviceLanguage | null }) {
  const { t, language } = useTranslation()
  const { data } = useRead(push.devices, {})
  const [busy, setBusy] = useState(false)
  const [can, setCan] = useState(ability)
  const here = data?.find(({ current }) => current)

  async function turn(work: () => Promise<unknown>) {
    setBusy(true)
    try {
      await work()
      await stale(push.devices)
    } catch (problem) {
      toast({ title: text(problem) ?? t('notices.failed'), tone: 'danger' })
    }
    setCan(ability())
    setBusy(false)
  }
  const on = () => turn(() => turnPushOn(chosen ?? language))
  const off = (deviceId: string) => turn(() => Promise.all([turnPushOff(), call(push.unsubscribe, { deviceId })]))

  const Icon = here ? BellRing : BellOff
  return (
    <section aria-labelledby="device">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon className="size-6 shrink-0 text-primary" aria-hidden="true" />
        <h2 id="device" className="flex-1 text-lg">
          {t('notices.device')}
        </h2>
        {data && (
          <StatusBadge status={here ? 'good' : 'neutral'} word={t(here ? 'notices.deviceOn' : 'notices.deviceOff')} />
        )}
      </div>
      <p className="my-3 max-w-prose text-muted">{t(can === 'able' ? 'notices.able' : `notices.cannot.${can}`)}</p>
      {data && here ? (
        <Button disabled={busy} onClick={() => void off(here.id)}>
          {t('notices.turnOff')}
        </Button>
      ) : (
        can === 'able' && (
          <Button tone="primary" disabled={busy || !data} onClick={() => void on()}>
            {t('notices.turnOn')}
          </Button>
        )
      )}
    </section>
  )
}

/** A refusal of the server has its own sentence; an error of the browser has no words for a person. */
const text = (problem: unknown) => (problem instanceof Error && 'status' in problem ? sentenceFrom(problem) : null)
