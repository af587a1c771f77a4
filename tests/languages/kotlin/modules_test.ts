// Which files are built together, and in what order they see others.

import { expect, test } from "bun:test"
import { kotlin } from "../../../lib/languages/kotlin/language.ts"
import { projectOf } from "../../resolve/_graph.ts"

const unitsOf = (texts: Readonly<Record<string, string>>) => {
  const { unit } = kotlin.modules(projectOf(new Map(Object.entries(texts))))
  return (path: string) => unit!(path)
}

test("a source set is a unit; tests see what they test, and modules those that they ask for first", () => {
  const unit = unitsOf({
    "settings.gradle": 'include ":app", ":lib", ":other"',
    "app/build.gradle.kts": 'dependencies {\n  implementation(project(":lib"))\n}',
    "app/src/main/kotlin/A.kt": "",
    "app/src/main/java/B.java": "",
    "app/src/test/kotlin/ATest.kt": "",
    "lib/build.gradle": "",
    "lib/src/main/kotlin/L.kt": "",
    "lib/src/test/kotlin/LTest.kt": "",
    "other/build.gradle": "",
    "other/src/main/kotlin/O.kt": "",
  })
  expect(unit("app/src/main/kotlin/A.kt").name).toBe("app:main")
  expect(unit("app/src/main/java/B.java").name).toBe("app:main")
  expect(unit("app/src/main/kotlin/A.kt").sees).toEqual(["lib:main", "other:main"])
  expect(unit("app/src/test/kotlin/ATest.kt").sees?.slice(0, 2)).toEqual(["app:main", "lib:main"])
  // nobody's sources see tests
  expect(unit("lib/src/main/kotlin/L.kt").sees).toEqual(["app:main", "other:main"])
})

test("a platform sees what is common, its tests its own sources before those of others", () => {
  const unit = unitsOf({
    "build.gradle.kts": "",
    "src/commonMain/kotlin/C.kt": "",
    "src/commonTest/kotlin/CTest.kt": "",
    "src/jvmMain/kotlin/J.kt": "",
    "src/jvmTest/kotlin/JTest.kt": "",
    "src/nativeMain/kotlin/N.kt": "",
  })
  expect(unit("src/jvmMain/kotlin/J.kt").sees).toEqual([":commonMain", ":nativeMain"])
  expect(unit("src/jvmTest/kotlin/JTest.kt").sees).toEqual([
    ":commonTest",
    ":jvmMain",
    ":commonMain",
    ":nativeMain",
  ])
})

test("folders of sources and tests side by side, and modules of Maven by their coordinates", () => {
  const unit = unitsOf({
    "core/build.gradle": "",
    "core/common/src/A.kt": "",
    "core/common/test/ATest.kt": "",
    "core/jvm/src/B.kt": "",
    "web/pom.xml":
      "<project><groupId>x</groupId><artifactId>web</artifactId><dependencies><dependency><groupId>x</groupId><artifactId>base</artifactId></dependency></dependencies></project>",
    "web/src/main/kotlin/W.kt": "",
    "base/pom.xml": "<project><groupId>x</groupId><artifactId>base</artifactId></project>",
    "base/src/main/kotlin/S.kt": "",
  })
  expect(unit("core/common/src/A.kt").name).toBe("core:commonMain")
  expect(unit("core/jvm/src/B.kt").sees?.[0]).toBe("core:commonMain")
  expect(unit("core/common/test/ATest.kt").sees?.[0]).toBe("core:commonMain")
  expect(unit("web/src/main/kotlin/W.kt").sees?.[0]).toBe("base:main")
})
