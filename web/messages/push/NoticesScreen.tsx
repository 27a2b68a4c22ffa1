import { noticePreferences } from '#contract/messages/push/notice-preferences.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { type Preferences, useChoosing } from './choosing.ts'
import { Devices } from './Devices.tsx'
import { Hours } from './Hours.tsx'
import { ThisDevice } from './ThisDevice.tsx'
import { Topics } from './Topics.tsx'

/** How a person is notified: on which devices, of what, and when. Every choice is stored as it is made. */
export function NoticesScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(noticePreferences.get, {})
  return (
    <Screen title={t('notices.title')} lead={t('notices.lead')} narrow>
      {data ? <Choices stored={data} /> : <LoadingOrFailed error={error} again={refetch} count={8} />}
    </Screen>
  )
}

function Choices({ stored }: { stored: Preferences }) {
  const choosing = useChoosing(stored)
  return (
    <div className="space-y-5">
      <Card>
        <ThisDevice language={choosing.preferences.language} />
      </Card>
      <Card>
        <Topics {...choosing} />
      </Card>
      <Card>
        <Hours {...choosing} />
      </Card>
      <Devices />
    </div>
  )
}
