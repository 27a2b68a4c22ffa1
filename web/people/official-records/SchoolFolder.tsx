import { FolderDown } from 'lucide-react'
import { useState } from 'react'
import { exportSchoolFolder } from '#contract/exchange/exports/school-folder.ts'
import { useMay } from '#web/lib/api.ts'
import { downloaded } from '#web/lib/download.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { toastRefusal } from '#web/ui/toast.ts'

/** The whole school as a folder that other systems read, and this one too. */
export function SchoolFolder({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const may = useMay(exportSchoolFolder, schoolId)
  const [taking, setTaking] = useState(false)
  const [wished, setWished] = useState({ former: false, ownFields: false })
  if (!may) return null

  async function take() {
    setTaking(true)
    try {
      await downloaded(exportSchoolFolder, { schoolId, ...wished })
    } catch (problem) {
      toastRefusal(problem)
    } finally {
      setTaking(false)
    }
  }

  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 print:hidden">
      <div className="min-w-0 flex-1 basis-64">
        <p>{t('settings.schoolFolder.title')}</p>
        <p className="text-sm text-muted">{t('settings.schoolFolder.means')}</p>
        {wishes.map((wish) => (
          <Tick
            key={wish}
            label={t(`settings.schoolFolder.${wish}`)}
            checked={wished[wish]}
            onChange={(is) => setWished({ ...wished, [wish]: is })}
          />
        ))}
      </div>
      <Button icon={<FolderDown className="size-5" aria-hidden="true" />} disabled={taking} onClick={() => void take()}>
        {t(taking ? 'common.loading' : 'settings.schoolFolder.take')}
      </Button>
    </Card>
  )
}

const wishes = ['former', 'ownFields'] as const
