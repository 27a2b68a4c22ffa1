import type { ReactNode } from 'react'
import { home } from '#contract/overviews/home/home.ts'
import { SetupSteps } from '#web/overviews/home/SetupSteps.tsx'
import { useRead } from '#web/lib/api.ts'
import type { OwnSchool } from '#web/lib/slices.ts'

/** What a new school still needs, if no setting is chosen; `children` once every step has something. */
export function NextSteps({ school, children }: { school: OwnSchool; children: ReactNode }) {
  const { data } = useRead(home.school, { schoolId: school.id })
  return data?.steps ? <SetupSteps home={data} steps={data.steps} /> : children
}
