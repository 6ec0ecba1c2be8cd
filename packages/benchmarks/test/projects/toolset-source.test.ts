import { toolsetFiles } from '../../src/projects/toolset-source.js';

describe('the source of a generated toolset', () => {
  it('is a class of as many tools as asked for, its service and its DTOs', () => {
    const files = toolsetFiles(3, 10, 'class-validator');
    expect(Object.keys(files)).toEqual(['subject3.dto.ts', 'subject3.service.ts', 'subject3.toolset.ts']);
    expect(files['subject3.toolset.ts']?.match(/@Tool\(\)/g)).toHaveLength(10);
    expect(files['subject3.dto.ts']).toContain('@IsEnum(Subject3Priority)');
  });

  it('is the same text for the same arguments', () => {
    expect(toolsetFiles(7, 4, 'jsdoc')).toEqual(toolsetFiles(7, 4, 'jsdoc'));
  });

  it('has no class-validator in it if the constraints are in JSDoc', () => {
    const { 'subject0.dto.ts': dtos } = toolsetFiles(0, 1, 'jsdoc');
    expect(dtos).not.toContain('class-validator');
    expect(dtos).toContain('title!: string;');
  });
});
