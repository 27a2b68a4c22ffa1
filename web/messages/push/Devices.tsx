import { LaptopMinimal, Smartphone } from 'lucide-react'
import { push } from '#contract/messages/push/push.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { toastRefusal } from '#web/ui/toast.ts'

/** The person's other devices that get notices, and the way to end it there. */
export function Devices() {
  const { t } = useTranslation()
  const { data } = useRead(push.devices, {})
  const end = useWrite(push.unsubscribe)
  const others = data?.filter(({ current }) => !current) ?? []
  if (others.length === 0) return null
  return (
    <section aria-labelledby="devices">
      <h2 id="devices" className="mb-3 text-lg">
        {t('notices.devices')}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {others.map(({ id, device, lastUseDate }) => {
          const Icon = /android|ios|iphone|mobile/i.test(device) ? Smartphone : LaptopMinimal
          const name = device || t('sessions.unknown')
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
              <Icon className="size-6 shrink-0 text-primary" aria-hidden="true" />
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  <Bdi>{name}</Bdi>
                </p>
                <p className="text-sm text-muted">
                  {t('sessions.lastUse')} <Moment at={lastUseDate} />
                </p>
              </div>
              <Button
                disabled={end.isPending}
                aria-label={`${t('notices.turnOff')}: ${name}`}
                onClick={() => end.mutate({ deviceId: id }, { onError: toastRefusal })}
              >
                {t('notices.turnOff')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
