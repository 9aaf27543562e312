// Written by `assay init` (2b2fd2db25c25f64); `assay init --remove` deletes it while nobody has changed it.
// Jenkins does not read this file: put these lines into the stage that runs the tests.
// Vitest
post { always { sh 'npx assay ingest --allow-empty' } }
// pytest
steps { sh 'python -m pytest --junitxml=test-results/pytest.xml' }
post { always { sh 'npx assay ingest --allow-empty --job pytest test-results/pytest.xml' } }
// Maven
steps { sh 'mvn --batch-mode verify' }
post { always { sh 'npx assay ingest --allow-empty --job maven "**/target/surefire-reports/TEST-*.xml" "**/target/failsafe-reports/TEST-*.xml"' } }
