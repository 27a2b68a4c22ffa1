import { lazy } from 'react'
import { exams, NewExam } from '#contract/teaching/exams/exams.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useWorkForm } from '#web/teaching/class-work/work-fields.ts'
import { WorkList } from '#web/teaching/class-work/WorkList.tsx'
import { useAddingSeveral } from '#web/records/adding.ts'
import { AddSeveral } from '#web/records/AddSeveral.tsx'
import { examKind } from './exam-kind.ts'

const MarkSetting = lazy(part(async () => (await import('./MarkSetting.tsx')).MarkSetting, '.marks'))
const RateHeaders = lazy(part(async () => (await import('./RateHeaders.tsx')).RateHeaders))

/** The exams of a school, and the weights of which its marks are made up. */
export function ExamSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const several = useAddingSeveral(exams.addSeveral)
  const form = useWorkForm(examKind, school.id)

  if (several.isAdding && form.ready) {
    return (
      <AddSeveral
        of="exams"
        fields={form.fields()}
        schema={NewExam}
        start={{}}
        add={exams.addSeveral}
        onClose={several.stop}
      />
    )
  }
  return (
    <Screen title={t('settings.exams.title')}>
      <Tabs
        label={t('settings.exams.title')}
        param="tab"
        tabs={[
          {
            value: 'exams',
            label: t('settings.exams.list'),
            panel: <WorkList kind={examKind} form={form} schoolId={school.id} onAddSeveral={several.start} />,
          },
          {
            value: 'publishing',
            label: t('settings.exams.publishing'),
            panel: (
              <LazyPart fallback={<Loading count={3} />}>
                <MarkSetting school={school} />
              </LazyPart>
            ),
          },
          {
            value: 'weights',
            label: t('settings.rateHeaders.title'),
            panel: (
              <LazyPart fallback={<Loading count={3} />}>
                <RateHeaders school={school} />
              </LazyPart>
            ),
          },
        ]}
      />
    </Screen>
  )
}
