import type { Plugin } from 'vite'

/**
 * A module that is fetched lazily and stands in a file with others is given a file of its own that does nothing but name it:
 * one request more, after which the other begins. Those who want it fetch the other file at once.
 */
export const withoutFacades = (): Plugin => ({
  name: 'without-facades',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const facade of chunks.filter(({ isDynamicEntry }) => isDynamicEntry)) {
        const [, names, target] = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/.exec(facade.code) ?? []
        if (!names || !target) continue
        const name = facade.fileName.replace('assets/', '')
        const picked = names.split(',').map((one) => one.split(' as ').toReversed().join(':e.'))
        for (const chunk of chunks)
          if (chunk !== facade)
            chunk.code = chunk.code
              .replaceAll(`import("./${name}")`, `import("./${target}").then(e=>({${picked.join()}}))`)
              .replaceAll(`import(\`./${name}\`)`, `import("./${target}").then(e=>({${picked.join()}}))`)
              .replaceAll(facade.fileName, `assets/${target}`)
      }
    },
  },
})
