def before_scenario(context, scenario):
    if 'broken' in scenario.tags:
        raise RuntimeError('cannot set up')
    if 'skip' in scenario.tags:
        scenario.skip('no terminal')
