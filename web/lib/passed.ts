import { useLocation, useSearchParams } from 'react-router'

/**
 * An id the screen before passed on: navigation state is read first, else the address, which every link of ours also
 * writes; so reload, a new tab and a shared link work (design.md §5). Null when neither has it.
 */
export function usePassed(inState: string, inAddress: string): string | null {
  const { state } = useLocation() as { state: Record<string, unknown> | null }
  const [query] = useSearchParams()
  const passed = state?.[inState]
  return typeof passed === 'string' ? passed : query.get(inAddress)
}
