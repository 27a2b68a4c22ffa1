import { useLocation, useSearchParams } from 'react-router'

/**
 * An id that the previous screen passed on, from the navigation state or else from the address. All our links write it into the
 * address too, so that reload, a new tab and a shared link work (design.md §5). Null if neither has it.
 */
export function useIdFromLastScreen(inState: string, inAddress: string): string | null {
  const { state } = useLocation() as { state: Record<string, unknown> | null }
  const [query] = useSearchParams()
  const passed = state?.[inState]
  return typeof passed === 'string' ? passed : query.get(inAddress)
}
