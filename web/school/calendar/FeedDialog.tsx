import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { calendarFeeds } from '#contract/school/calendar/calendar-feeds.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Moment, momentText } from '#web/ui/Moment.tsx'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'
import { toastRefusal } from '#web/ui/toast.ts'

/** An address for the person's calendar program, which is shown only once; and the end of earlier addresses. */
export function FeedDialog({ schoolId, onClose }: { schoolId: string; onClose: () => void }) {
  const { t, language } = useTranslation()
  const feeds = useRead(calendarFeeds.list, { schoolId })
  const make = useWrite(calendarFeeds.make)
  const revoke = useWrite(calendarFeeds.revoke)
  const [made, setMade] = useState<string | null>(null)
  const address = made && `${location.origin}${made}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('calendar.addToOwn')}
      description={t('calendar.feedLead')}
    >
      {address ? (
        <div className="space-y-3">
          <ShownOnce secret={address} copy={t('calendar.copy')} copied={t('calendar.copied')}>
            <a
              href={address.replace(/^https?:/, 'webcal:')}
              className="inline-flex min-h-11 items-center rounded-full bg-primary px-5 py-2 font-medium text-on-primary"
            >
              {t('calendar.open')}
            </a>
          </ShownOnce>
          <p className="text-sm text-muted">{t('calendar.feedOnce')}</p>
        </div>
      ) : (
        <Button
          tone="primary"
          disabled={make.isPending}
          onClick={() => make.mutateAsync({ schoolId, language }).then(({ path }) => setMade(path), toastRefusal)}
        >
          {t('calendar.makeFeed')}
        </Button>
      )}
      {feeds.data && feeds.data.length > 0 && (
        <ul className="mt-4 divide-y divide-line rounded-field border border-line">
          {feeds.data.map(({ id, createDate }) => (
            <li key={id} className="flex items-center justify-between gap-3 ps-3">
              <span className="text-sm">
                {t('calendar.feedMade')} <Moment at={createDate} />
              </span>
              <IconButton
                label={`${t('calendar.endFeed')} ${momentText(createDate)}`}
                onClick={() => void revoke.mutateAsync({ schoolId, feedId: id }).catch(toastRefusal)}
              >
                <Trash2 className="size-5" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
