import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { keeping } from './keeping.ts'
import { type Slices, emptySlices, keptOnReset, written } from './slices.ts'

type Actions = {
  loginSuccess: (token: string | null) => void
  loginFailure: (error: string) => void
  logout: () => void
  clearAuthError: () => void
  setUser: (user: Slices['user']) => void
  updateUser: <K extends keyof Slices['user']>(field: K, value: Slices['user'][K]) => void
  clearUser: () => void
  setDefaults: (defaults: Slices['defaults']) => void
  updateDefaults: <K extends keyof Slices['defaults']>(field: K, value: Slices['defaults'][K]) => void
  clearDefaults: () => void
  setAppSettings: (settings: Partial<Slices['appSettings']>) => void
  keep: (slices: Partial<Slices>) => void
  reset: () => void
}

/** Everything the browser remembers (product.md §3): fourteen slices under the name 'root'. */
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
      clearUser: () => set({ user: emptySlices.user }),
      setDefaults: (defaults) => set({ defaults }),
      updateDefaults: (field, value) => set(({ defaults }) => ({ defaults: { ...defaults, [field]: value } })),
      clearDefaults: () => set({ defaults: emptySlices.defaults }),
      setAppSettings: (changed) => set(({ appSettings }) => ({ appSettings: { ...appSettings, ...changed } })),
      keep: (slices) => set(slices),
      reset: () => set((root) => ({ ...emptySlices, ...keptOnReset(root) })),
    }),
    { name: 'root', version: 1, storage: createJSONStorage(() => keeping), partialize: written },
  ),
)

/** Resolves when what was kept is back, or after five seconds without it (product.md §9). */
export const remembered = (within = 5000) =>
  new Promise<void>((resolve) => {
    if (useStore.persist.hasHydrated()) return resolve()
    setTimeout(resolve, within)
    useStore.persist.onFinishHydration(() => resolve())
  })
