import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { keeping } from './keeping.ts'
import { type Slices, emptySlices, keptOnReset, persisted } from './slices.ts'

type Actions = {
  loginSuccess: (token: string | null) => void
  loginFailure: (error: string) => void
  logout: () => void
  clearAuthError: () => void
  setUser: (user: Slices['user']) => void
  updateUser: <K extends keyof Slices['user']>(field: K, value: Slices['user'][K]) => void
  setDefaults: (defaults: Slices['defaults']) => void
  setAppSettings: (settings: Partial<Slices['appSettings']>) => void
  keep: (slices: Partial<Slices>) => void
  reset: () => void
}

/** The store that the browser keeps under the name 'root' (product.md §3). Lists are in the query cache instead (decision 026). */
export const useStore = create<Slices & Actions>()(
  persist<Slices & Actions, [], [], Slices>(
    (set) => ({
      ...emptySlices,
      loginSuccess: (token) => set({ auth: { isAuthenticated: true, token, authError: null } }),
      loginFailure: (authError) => set({ auth: { isAuthenticated: false, token: null, authError } }),
      logout: () => set({ auth: emptySlices.auth, permissions: emptySlices.permissions }),
      clearAuthError: () => set(({ auth }) => ({ auth: { ...auth, authError: null } })),
      setUser: (user) => set({ user }),
      updateUser: (field, value) => set(({ user }) => ({ user: { ...user, [field]: value } })),
      setDefaults: (defaults) => set({ defaults }),
      setAppSettings: (changed) => set(({ appSettings }) => ({ appSettings: { ...appSettings, ...changed } })),
      keep: (slices) => set(slices),
      reset: () => set((root) => ({ ...emptySlices, ...keptOnReset(root) })),
    }),
    { name: 'root', version: 1, storage: createJSONStorage(() => keeping), partialize: persisted },
  ),
)

/** Resolves when the stored state has been read, or after five seconds without it (product.md §9). */
export const remembered = (within = 5000) =>
  new Promise<void>((resolve) => {
    if (useStore.persist.hasHydrated()) return resolve()
    setTimeout(resolve, within)
    useStore.persist.onFinishHydration(() => resolve())
  })
